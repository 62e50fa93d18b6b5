import type { CSSProperties } from 'react';
import type { Wallet } from '../../data/wallet.ts';
import { inline, money, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { ArrowDownLeft } from '../../ui/icons/arrow-down-left.ts';
import { ArrowUpRight } from '../../ui/icons/arrow-up-right.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { NextTerms } from '../pay/next-terms.tsx';
import { isBarred, Restrictions } from '../pay/restrictions.tsx';

/** Returns what the balance can be used for: never more than a restriction allows. */
function balanceText({ restrictions }: Wallet) {
  if (isBarred('spend', restrictions)) return t('wallet.balance_frozen');
  return isBarred('withdraw', restrictions) ? t('wallet.balance_kept_in') : t('wallet.balance_text');
}

/** Without the movements: the newest are on the same screen, with a link to all. */
const threeColumns = { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' };

/** What can be used or withdrawn now. Both actions look the same; a barred one is not offered. */
export function BalanceCard({ data }: { data: Wallet }) {
  const ways = [
    [ClipboardList, t('wallet.short_history'), paths.history.href()],
    [Landmark, t('wallet.short_accounts'), paths.bankList.href()],
    [Lock, t('wallet.pay_password'), paths.payPassword.href()],
  ] as const;
  const balance = money(data.balance, data.currency);
  return (
    <Card>
      <div>
        <h2 className="small muted">{t('flow.account_available')}</h2>
        <p className="big" style={{ '--len': balance.length } as CSSProperties}>
          <Amount>{balance}</Amount>
        </p>
        <p className="small muted">{balanceText(data)}</p>
        {data.nextRelease && (
          <p className="small muted">
            {t('wallet.next_release', {
              amount: inline(money(data.nextRelease.amount, data.currency)),
              at: weekDate(data.nextRelease.at),
            })}
          </p>
        )}
      </div>
      <NextTerms currency={data.currency} />
      <Restrictions list={data.restrictions} />
      <div className="cells tight">
        {!isBarred('spend', data.restrictions) && (
          <LinkButton kind="soft" icon={ArrowDownLeft} href={paths.recharge.href()}>
            {t('wallet.recharge')}
          </LinkButton>
        )}
        {!isBarred('withdraw', data.restrictions) && (
          <LinkButton kind="soft" icon={ArrowUpRight} href={paths.withdraw.href()}>
            {t('wallet.withdraw')}
          </LinkButton>
        )}
      </div>
      <nav className="shorts" style={threeColumns} aria-label={t('app.account')}>
        {ways.map(([Icon, label, href]) => (
          <a key={href} className="short" href={href}>
            <IconTile>
              <Icon />
            </IconTile>
            {label}
          </a>
        ))}
      </nav>
    </Card>
  );
}
