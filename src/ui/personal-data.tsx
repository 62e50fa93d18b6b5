import { t } from '../lang/index.ts';
import { useFieldValue } from './form-field.tsx';
import { TriangleAlert } from './icons/triangle-alert.ts';
import { Note } from './note.tsx';

/** Matches nine digits or more, however they are separated, and anything that looks like an e-mail address. */
const personalPattern = /(\p{Nd}[\s().\-\u00a0]*){9,}|[^\s@]+@[^\s@]+\.[^\s@]{2,}/u;
const looksPersonal = (text: string) => personalPattern.test(text);

const useLooksPersonal = (name: string) => looksPersonal(String(useFieldValue(name) ?? ''));

/** Warns of personal data that is recognised while it is typed; never a refusal. */
export function PersonalDataWarning({ name }: { name: string }) {
  if (!useLooksPersonal(name)) return null;
  return (
    <Note tone="warn" icon={TriangleAlert} role="status">
      {t('form.personal_data')}
    </Note>
  );
}

/** Asks for no personal data, and warns where some is recognised: `<PersonalData name="content" />` below the field. */
export function PersonalData({ name }: { name: string }) {
  if (useLooksPersonal(name)) return <PersonalDataWarning name={name} />;
  return <p className="hint">{t('form.no_personal_data')}</p>;
}
