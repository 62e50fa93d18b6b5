import { t } from '../lang/i18n.ts';
import { useTyped } from './form-field.tsx';
import { TriangleAlert } from './icons/triangle-alert.ts';
import { Note } from './note.tsx';

/** Nine digits or more, however they are parted, and anything that looks like an e-mail address. */
const telling = /(\p{Nd}[\s().\-\u00a0]*){9,}|[^\s@]+@[^\s@]+\.[^\s@]{2,}/u;
export const looksPersonal = (text: string) => telling.test(text);

/** A word of caution while it is typed, never a refusal: `<PersonalData name="content" />` below the field. */
export function PersonalData({ name }: { name: string }) {
  if (!looksPersonal(String(useTyped(name) ?? ''))) return null;
  return (
    <Note tone="warn" icon={TriangleAlert} role="status">
      {t('form.personal_data')}
    </Note>
  );
}
