import { useLayoutEffect } from 'react';
import { openable } from '../../data/host.ts';
import { t } from '../../lang/index.ts';
import { Field } from '../../ui/field.tsx';
import { useForms } from '../../ui/form.tsx';
import { useFieldError } from '../../ui/form-field.tsx';

interface Props {
  version: string;
  /** Where the terms can be read; empty where the operator has not configured it. */
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
  const address = openable(link);
  const where = address ? (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {t('people.register.read_terms')}
    </a>
  ) : (
    t('people.register.no_terms')
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
