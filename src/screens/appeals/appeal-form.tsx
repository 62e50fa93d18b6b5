import * as v from 'valibot';
import { appealTypedInput } from '../../contract/appeals.ts';
import { ApiError } from '../../data/api-error.ts';
import { type Appeal, appeal } from '../../data/statements.ts';
import { uploadRulesFor } from '../../data/uploads.ts';
import { t } from '../../lang/index.ts';
import { Card } from '../../ui/card.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormText } from '../../ui/form-field.tsx';
import { FormUploads, idsOf, uploads } from '../../ui/form-uploads.tsx';
import { Note } from '../../ui/note.tsx';
import { outputOf } from '../command/form-output.ts';
import { useCommand } from '../command/use-command.ts';

interface AppealFormProps {
  about: string;
  onReceived: (appeal: Appeal | undefined) => void;
}

const schema = v.object({ ...appealTypedInput.entries, fileIds: uploads });

/** Refusals with their own sentence here. */
const reasons = { appealed_already: 1, too_late: 1 };
const toFailure = (error: ApiError) => {
  const { reason } = error.data;
  if (!reason || !(reason in reasons)) return error;
  return new ApiError(0, t(`business.appeal.${reason as keyof typeof reasons}`));
};

export default function AppealForm({ about, onReceived }: AppealFormProps) {
  const { state, send } = useCommand(appeal);

  const submit = async ({ text, fileIds }: v.InferInput<typeof schema>) => {
    const input = { ref: about, text, fileIds: idsOf(fileIds) };
    onReceived(outputOf(await send(input), toFailure).appeal);
  };

  return (
    <Card title={t('business.appeal.write')}>
      <p className="muted">{t('business.appeal.free')}</p>
      <Form schema={schema} onSubmit={submit} draftKey={`appeal-${about}`}>
        <FormText name="text" label={t('business.appeal.text')} rows={6} />
        <FormUploads {...uploadRulesFor('certificate')} label={(of) => t('business.appeal.evidence', of)} />
        {state === 'checking' && <Note role="status">{t('business.checking')}</Note>}
        <FormButton>{t('business.appeal.send')}</FormButton>
      </Form>
    </Card>
  );
}
