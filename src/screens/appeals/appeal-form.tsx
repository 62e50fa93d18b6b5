import { useState } from 'react';
import { appealTypedInput } from '../../contract/appeals.ts';
import { ApiError } from '../../data/api-error.ts';
import { type Appeal, appeal } from '../../data/statements.ts';
import { uploadRulesFor } from '../../data/uploads.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormText } from '../../ui/form-field.tsx';
import { Note } from '../../ui/note.tsx';
import { Upload } from '../../ui/upload.tsx';
import type { Chosen } from '../../ui/use-upload.ts';
import { outputOf, useCommand } from '../command/use-command.ts';

interface AppealFormProps {
  about: string;
  onReceived: (appeal: Appeal | undefined) => void;
}

const maxFiles = 3;

/** Refusals with their own sentence here. */
const reasons = { appealed_already: 1, too_late: 1 };
const toFailure = (error: ApiError) => {
  const { reason } = error.data;
  if (!reason || !(reason in reasons)) return error;
  return new ApiError(0, t(`business.appeal.${reason as keyof typeof reasons}`));
};

export default function AppealForm({ about, onReceived }: AppealFormProps) {
  const [files, setFiles] = useState<readonly Chosen[]>([]);
  const { state, send } = useCommand(appeal);
  // The reason ends with the upload that it names.
  const [isEarly, setEarly] = useState(false);
  const waits = files.some(({ fileId }) => !fileId);

  const submit = async ({ text }: { text: string }) => {
    setEarly(waits);
    if (waits) return 'pending';
    const fileIds = files.map(({ fileId }) => fileId ?? '');
    const input = { ref: about, text, ...(fileIds.length > 0 && { fileIds }) };
    onReceived(outputOf(await send(input), toFailure).appeal);
  };
  const setFile = (at: number) => (chosen: Chosen | undefined) =>
    setFiles((before) =>
      chosen
        ? [...before.slice(0, at), chosen, ...before.slice(at + 1)]
        : before.filter((_, index) => index !== at),
    );

  return (
    <Card title={t('business.appeal.write')}>
      <p className="muted">{t('business.appeal.free')}</p>
      <Form schema={appealTypedInput} onSubmit={submit} draftKey={`appeal-${about}`}>
        <FormText name="text" label={t('business.appeal.text')} rows={6} />
        {[...files, undefined].slice(0, maxFiles).map((file, at) => (
          <Upload
            key={at}
            {...uploadRulesFor('certificate')}
            label={t('business.appeal.evidence', { no: number(at + 1), of: number(maxFiles) })}
            value={file}
            onFile={setFile(at)}
          />
        ))}
        {state === 'checking' && <Note role="status">{t('business.checking')}</Note>}
        {isEarly && waits && (
          <Note tone="bad" role="alert">
            {t('business.appeal.files_wait')}
          </Note>
        )}
        <FormButton>{t('business.appeal.send')}</FormButton>
      </Form>
    </Card>
  );
}
