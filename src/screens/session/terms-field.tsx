import { useLayoutEffect } from 'react';
import { t } from '../../lang/index.ts';
import { Field } from '../../ui/field.tsx';
import { useForms } from '../../ui/form.tsx';
import { useFieldError } from '../../ui/form-field.tsx';

interface Props {
  version: string;
  /** Where the terms can be read. */
  link: string;
  /** The sentence beside a box that was left empty. */
  missing: string;
}

/** The terms with a box to tick, never ticked beforehand. */
export function TermsField({ version, link, missing }: Props) {
  const { register, setValue } = useForms();
  // Other terms need another agreement.
  useLayoutEffect(() => setValue('agreed', version && undefined), [version, setValue]);
  const error = useFieldError('agreed') && missing;
  const where = (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {t('people.register.read_terms')}
    </a>
  );
  return (
    <Field label={t('people.register.terms')} hint={where} error={error}>
      {(aria) => (
        <label className="pick">
          <input type="checkbox" {...register('agreed')} {...aria} />
          <span className="grow">{t('people.register.agree', { version })}</span>
        </label>
      )}
    </Field>
  );
}
