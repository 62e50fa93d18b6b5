import { gap, t } from '../lang/index.ts';
import { TriangleAlert } from './icons/triangle-alert.ts';
import { Note } from './note.tsx';

/**
 * Warns that a withdrawal never costs a payment, and leads to where a demand is reported. Drawn beside every text about
 * money that an operator wrote, and where people are invited: `<ScamWarning reportAt={paths.service.href()} />`.
 */
export function ScamWarning({ reportAt }: { reportAt: string }) {
  return (
    <Note tone="warn" icon={TriangleAlert}>
      <strong>{t('safety.never_pay')}</strong>
      {gap()}
      {t('safety.never_pay_text')}
      {gap()}
      <a href={reportAt}>{t('safety.tell')}</a>
    </Note>
  );
}
