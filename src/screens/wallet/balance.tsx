import { me } from '../../data/session.ts';
import { isBarred, type Wallet } from '../../data/wallet.ts';
import { gap, inline, money, t, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { BigAmount } from '../../ui/amount.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { ArrowDownLeft } from '../../ui/icons/arrow-down-left.ts';
import { ArrowUpRight } from '../../ui/icons/arrow-up-right.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { Cover } from '../../ui/item.tsx';
import { NextTerms } from '../../ui/next-terms.tsx';
import { Restrictions } from '../../ui/restrictions.tsx';

/** Returns what a restriction leaves of the use of the balance; nothing where there is none. */
function limitText({ restrictions }: Wallet) {
  if (isBarred('spend', restrictions)) return t('wallet.balance_frozen');
  return isBarred('withdraw', restrictions) && t('wallet.balance_kept_in');
}

/** The available balance, linked to its movements, with top-up and withdrawal; a restricted action is hidden. */
export function Balance({ data }: { data: Wallet }) {
  const Title = useHeading(2);
  const limit = limitText(data);
  return (
    <>
      <section className="card stack">
        <div style={{ position: 'relative' }}>
          <Title className="row tight small muted" style={{ fontWeight: 400 }}>
            <span className="swatch" data-part="available" />
            <Cover href={paths.walletFlow.href({ account: 'available' })}>
              {t('flow.account_available')}
            </Cover>
            <ChevronRight className="flip" />
          </Title>
          <BigAmount>{money(data.balance, data.currency)}</BigAmount>
          {limit && <p className="small">{limit}</p>}
          {data.nextRelease && (
            <p className="small muted">
              {t('wallet.next_release', {
                amount: inline(money(data.nextRelease.amount, data.currency)),
                at: weekDate(data.nextRelease.at),
              })}
            </p>
          )}
        </div>
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
        <p className="small muted">
          {t('safety.never_pay')}
          {gap()}
          <a href={paths.service.href()}>{t('safety.tell')}</a>
        </p>
      </section>
      <NextTerms of={me.value} currency={data.currency} />
      <Restrictions list={data.restrictions} appealTo={(ref) => paths.appeal.href({ ref })} />
    </>
  );
}
