import { useController } from 'react-hook-form';
import { t } from '../lang/index.ts';
import type { FieldProps } from './field.tsx';
import { useForms } from './form.tsx';
import { useFieldError } from './form-field.tsx';
import { Upload } from './upload.tsx';
import type { NamedFile, UploadRules } from './use-upload.ts';

interface FormUploadProps extends FieldProps, UploadRules {
  /** The name in the schema; its value is the file itself, and after a reload its name, which the schema refuses. */
  name: string;
  sent?: number;
}

/** A file that travels with its form: `<FormUpload {...fileRulesFor('identity')} name="front" label={…} sent={share} />`. */
export function FormUpload({ name, error, ...rest }: FormUploadProps) {
  const { control } = useForms();
  const { field } = useController({ control, name });
  const file: NamedFile | undefined = field.value;
  const wrong = useFieldError(name);
  return (
    <Upload
      {...rest}
      value={file && { file }}
      inputRef={field.ref}
      onFile={(chosen) => field.onChange(chosen?.file)}
      error={(wrong && !file ? t('form.upload.missing') : wrong) ?? (file ? undefined : error)}
    />
  );
}
