import * as v from 'valibot';
import { prose } from '../../contract/fields.ts';
import { type BuyerCase, type CaseAnswer, caseAnswer } from '../../data/cases.ts';
import { toast } from '../../data/toast.ts';
import { uploadRulesFor } from '../../data/uploads.ts';
import { t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormText } from '../../ui/form-field.tsx';
import { FormUploads, idsOf, uploads } from '../../ui/form-uploads.tsx';
import { Clock } from '../../ui/icons/clock.ts';
import { Note } from '../../ui/note.tsx';
import { PersonalData } from '../../ui/personal-data.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { outputOf } from '../command/form-output.ts';
import { checkingText, useCommand } from '../command/use-command.ts';
import { CaseMoney } from './case-money.tsx';

interface Props {
  buyerCase: BuyerCase;
  answer: CaseAnswer['answer'];
  onClose: () => void;
}

const approval = v.object({ reason: v.optional(prose(1, 500)), fileIds: uploads });
const rejection = v.object({ reason: prose(1, 500), fileIds: uploads });

/** The answer to a case, with its effect on the money; a rejection needs a reason, and may have evidence. */
export default function AnswerSheet({ buyerCase, answer, onClose }: Props) {
  const { state, send } = useCommand(caseAnswer);
  const rejects = answer === 'reject';
  const { caseId, choices, currency } = buyerCase;

  const submit = async ({ reason, fileIds }: v.InferInput<typeof approval>) => {
    outputOf(await send({ caseId, answer, reason, fileIds: idsOf(fileIds) }));
    toast(() => t('cases.answered'), 'good');
    onClose();
  };

  return (
    <Sheet title={t(`cases.title.${answer}`)} onClose={onClose}>
      <Form schema={rejects ? rejection : approval} draftKey={`case.${caseId}.${answer}`} onSubmit={submit}>
        <CaseMoney lines={choices.find((one) => one.answer === answer)?.lines ?? []} currency={currency} />
        {rejects ? (
          <>
            <FormText name="reason" label={t('cases.reason')} hint={t('cases.reason_hint')} />
            <PersonalData name="reason" />
            <FormUploads {...uploadRulesFor('certificate')} label={(of) => t('cases.file', of)} />
          </>
        ) : (
          <p>{t(`cases.approve.${buyerCase.type}`)}</p>
        )}
        {state === 'checking' && (
          <Note icon={Clock} role="status">
            {checkingText()}
          </Note>
        )}
        <div className="cells tight">
          <Button onClick={onClose}>{t('quote.not_now')}</Button>
          <FormButton>{t(`cases.send.${answer}`)}</FormButton>
        </div>
      </Form>
    </Sheet>
  );
}
