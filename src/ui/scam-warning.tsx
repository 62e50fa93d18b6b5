import { gap, t } from '../lang/index.ts';
import { Note } from './note.tsx';

/**
 * Warns that a withdrawal never costs a payment, and leads to where a demand is reported: calmly, as there is nothing to
 * do. Drawn beside every text about money that an operator wrote, and where people are invited:
 * `<ScamWarning reportAt={paths.service.href()} />`.
 */
export function ScamWarning({ reportAt }: { reportAt: string }) {
  return (
    <Note>
      <strong>{t('safety.never_pay')}</strong>
      {gap()}
      {t('safety.never_pay_text')}
      {gap()}
      <a href={reportAt}>{t('safety.tell')}</a>
    </Note>
  );
}
