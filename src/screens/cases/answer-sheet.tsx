import { useState } from 'react';
import * as v from 'valibot';
import { prose } from '../../contract/fields.ts';
import { type AfterSaleCase, answerCase, type CaseAnswer } from '../../data/cases.ts';
import { settled } from '../../data/settled.ts';
import { toast } from '../../data/toast.ts';
import { t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormText } from '../../ui/form-field.tsx';
import { Clock } from '../../ui/icons/clock.ts';
import { Note } from '../../ui/note.tsx';
import { PersonalData } from '../../ui/personal-data.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { CaseFiles, type Files } from './case-files.tsx';
import { CaseMoney } from './case-money.tsx';

interface Props {
  found: AfterSaleCase;
  answer: CaseAnswer['answer'];
  onClose: () => void;
}

const approval = v.object({ reason: v.optional(prose(1, 500)) });
const rejection = v.object({ reason: prose(1, 500) });

/** The answer to a case, with what it does to the money once more; a rejection says why, and may show it. */
export default function AnswerSheet({ found, answer, onClose }: Props) {
  const [isLate, setLate] = useState(false);
  const [files, setFiles] = useState<Files>({});
  const rejects = answer === 'reject';
  const chosen = Object.values(files).filter((file) => file !== undefined);
  const fileIds = chosen.flatMap(({ fileId }) => fileId ?? []);
  const { caseId, choices, currency } = found;

  const send = async ({ reason }: { reason?: string }) => {
    const given = { caseId, answer, reason, ...(fileIds.length > 0 ? { fileIds } : {}) };
    settled(await answerCase(given, () => setLate(true)).finally(() => setLate(false)));
    toast(() => t('orders.case.answered'), 'good');
    onClose();
  };

  return (
    <Sheet title={t(`orders.case_answer.${answer}`)} onClose={onClose}>
      <Form schema={rejects ? rejection : approval} draftKey={`case.${caseId}.${answer}`} onSubmit={send}>
        <CaseMoney lines={choices.find((one) => one.answer === answer)?.lines ?? []} currency={currency} />
        {rejects ? (
          <>
            <FormText name="reason" label={t('orders.case.reason')} hint={t('orders.case.reason_hint')} />
            <PersonalData name="reason" />
            <CaseFiles files={files} onFiles={setFiles} />
          </>
        ) : (
          <p>{t(`orders.case_approve.${found.type}`)}</p>
        )}
        {isLate && (
          <Note icon={Clock} role="status">
            {t('quote.checking_text')}
          </Note>
        )}
        <div className="cells tight">
          <Button onClick={onClose}>{t('quote.not_now')}</Button>
          <FormButton kind="line" waiting={fileIds.length < chosen.length}>
            {t(`orders.case_send.${answer}`)}
          </FormButton>
        </div>
      </Form>
    </Sheet>
  );
}
