import type { Wallet } from '../../data/wallet.ts';
import { date, inline, money, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ArrowDownLeft } from '../../ui/icons/arrow-down-left.ts';
import { ArrowUpRight } from '../../ui/icons/arrow-up-right.ts';
import { Note } from '../../ui/note.tsx';

/** What can be used or withdrawn now. Both ways weigh the same. */
export function BalanceCard({ data }: { data: Wallet }) {
  return (
    <Card>
      <div>
        <h2 className="small muted">{t('flow.account_available')}</h2>
        <p className="big">
          <Amount>{money(data.balance, data.currency)}</Amount>
        </p>
        <p className="small muted">{t('wallet.balance_text')}</p>
        {data.nextRelease && (
          <p className="small muted">
            {t('wallet.next_release', {
              amount: inline(money(data.nextRelease.amount, data.currency)),
              at: weekDate(data.nextRelease.at),
            })}
          </p>
        )}
      </div>
      {data.restrictions?.map((restriction) => (
        <Note key={restriction.id} tone="warn">
          <p>
            <strong>{restriction.facts}</strong>
          </p>
          <p>
            {restriction.rule}
            {restriction.until && ` ${t('wallet.until', { at: date(restriction.until) })}`}
          </p>
          <a href={paths.appeal.href({ ref: restriction.id })}>{t('wallet.appeal')}</a>
        </Note>
      ))}
      <div className="cells tight">
        <LinkButton kind="soft" icon={ArrowDownLeft} href={paths.recharge.href()}>
          {t('wallet.recharge')}
        </LinkButton>
        <LinkButton kind="soft" icon={ArrowUpRight} href={paths.withdraw.href()}>
          {t('wallet.withdraw')}
        </LinkButton>
      </div>
    </Card>
  );
}
