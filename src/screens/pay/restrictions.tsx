import type { Wallet } from '../../data/wallet.ts';
import { date } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Note } from '../../ui/note.tsx';

type Restriction = NonNullable<Wallet['restrictions']>[number];

/** What is not possible at the moment, why, by which rule, until when, and how to object. */
export function Restrictions({ list = [] }: { list?: readonly Restriction[] }) {
  return list.map((restriction) => (
    <Note key={restriction.id} tone="warn">
      <p>
        <strong>{restriction.facts}</strong>
      </p>
      <p>
        {restriction.rule}
        {restriction.until && ` · ${t('wallet.until', { at: date(restriction.until) })}`}
      </p>
      <a href={paths.appeal.href({ ref: restriction.id })}>{t('wallet.appeal')}</a>
    </Note>
  ));
}
