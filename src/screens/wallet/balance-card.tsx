import type { Wallet } from '../../data/wallet.ts';
import { inline, money, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ArrowDownLeft } from '../../ui/icons/arrow-down-left.ts';
import { ArrowUpRight } from '../../ui/icons/arrow-up-right.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { TrendingUp } from '../../ui/icons/trending-up.ts';
import { Mark } from '../../ui/mark.tsx';
import { Restrictions } from '../pay/restrictions.tsx';

/** What can be used or withdrawn now. Both ways weigh the same. */
export function BalanceCard({ data }: { data: Wallet }) {
  const ways = [
    [TrendingUp, t('flow.title'), paths.walletFlow.href()],
    [ClipboardList, t('wallet.short_history'), paths.history.href()],
    [Landmark, t('wallet.short_accounts'), paths.bankList.href()],
    [Lock, t('wallet.pay_password'), paths.payPassword.href()],
  ] as const;
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
      <Restrictions list={data.restrictions} />
      <div className="cells tight">
        <LinkButton kind="soft" icon={ArrowDownLeft} href={paths.recharge.href()}>
          {t('wallet.recharge')}
        </LinkButton>
        <LinkButton kind="soft" icon={ArrowUpRight} href={paths.withdraw.href()}>
          {t('wallet.withdraw')}
        </LinkButton>
      </div>
      <nav className="shorts" aria-label={t('wallet.title')}>
        {ways.map(([Icon, label, href]) => (
          <a key={href} className="short" href={href}>
            <Mark>
              <Icon />
            </Mark>
            {label}
          </a>
        ))}
      </nav>
    </Card>
  );
}
