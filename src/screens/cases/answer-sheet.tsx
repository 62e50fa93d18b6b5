import { useState } from 'react';
import * as v from 'valibot';
import { prose } from '../../contract/fields.ts';
import { type BuyerCase, type CaseAnswer, caseAnswer } from '../../data/cases.ts';
import { toast } from '../../data/toast.ts';
import { uploadRulesFor } from '../../data/uploads.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormText } from '../../ui/form-field.tsx';
import { Clock } from '../../ui/icons/clock.ts';
import { Note } from '../../ui/note.tsx';
import { PersonalData } from '../../ui/personal-data.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Upload } from '../../ui/upload.tsx';
import type { Chosen } from '../../ui/use-upload.ts';
import { checkingText, outputOf, useCommand } from '../command/use-command.ts';
import { CaseMoney } from './case-money.tsx';

const places = [0, 1, 2];

/** Files by their places: a removed one leaves its place empty, as its neighbour may still be uploading. */
type Files = Readonly<Record<number, Chosen | undefined>>;

interface CaseFilesProps {
  files: Files;
  onFiles: (change: (files: Files) => Files) => void;
}

/** Up to three files as evidence, each sent as soon as it is chosen. */
function CaseFiles({ files, onFiles }: CaseFilesProps) {
  const rules = uploadRulesFor('certificate');
  return places
    .filter((place) => place === 0 || files[place] || files[place - 1])
    .map((place) => (
      <Upload
        key={place}
        {...rules}
        label={t('orders.case.file', { number: number(place + 1), most: number(places.length) })}
        value={files[place]}
        onFile={(chosen) => onFiles((kept) => ({ ...kept, [place]: chosen }))}
      />
    ));
}

interface Props {
  buyerCase: BuyerCase;
  answer: CaseAnswer['answer'];
  onClose: () => void;
}

const approval = v.object({ reason: v.optional(prose(1, 500)) });
const rejection = v.object({ reason: prose(1, 500) });

/** The answer to a case, with its effect on the money; a rejection needs a reason, and may have evidence. */
export default function AnswerSheet({ buyerCase, answer, onClose }: Props) {
  const { state, send } = useCommand(caseAnswer);
  const [files, setFiles] = useState<Files>({});
  const rejects = answer === 'reject';
  const chosen = Object.values(files).filter((file) => file !== undefined);
  const fileIds = chosen.flatMap(({ fileId }) => fileId ?? []);
  const { caseId, choices, currency } = buyerCase;

  const submit = async ({ reason }: { reason?: string }) => {
    const input = { caseId, answer, reason, ...(fileIds.length > 0 ? { fileIds } : {}) };
    outputOf(await send(input));
    toast(() => t('orders.case.answered'), 'good');
    onClose();
  };

  return (
    <Sheet title={t(`orders.case_answer.${answer}`)} onClose={onClose}>
      <Form schema={rejects ? rejection : approval} draftKey={`case.${caseId}.${answer}`} onSubmit={submit}>
        <CaseMoney lines={choices.find((one) => one.answer === answer)?.lines ?? []} currency={currency} />
        {rejects ? (
          <>
            <FormText name="reason" label={t('orders.case.reason')} hint={t('orders.case.reason_hint')} />
            <PersonalData name="reason" />
            <CaseFiles files={files} onFiles={setFiles} />
          </>
        ) : (
          <p>{t(`orders.case_approve.${buyerCase.type}`)}</p>
        )}
        {state === 'checking' && (
          <Note icon={Clock} role="status">
            {checkingText()}
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
