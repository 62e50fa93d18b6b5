import { stillUnder } from '../../contract/still-working.ts';
import { me } from '../../data/session.ts';
import { isBarred, type Wallet } from '../../data/wallet.ts';
import { money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { BigAmount } from '../../ui/amount.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { Cover } from '../../ui/item.tsx';
import { NextTerms } from '../../ui/next-terms.tsx';
import { Restrictions } from '../../ui/restrictions.tsx';

/** Returns what a restriction leaves of the use of the balance; nothing where there is none. */
function limitText({ restrictions }: Wallet) {
  if (isBarred('spend', restrictions)) return t('wallet.balance_frozen');
  return isBarred('withdraw', restrictions) && t('wallet.balance_kept_in');
}

/** The available balance, linked to its movements, with withdrawal and top-up; a restricted action is hidden. */
export function Balance({ data }: { data: Wallet }) {
  const Title = useHeading(2);
  const limit = limitText(data);
  return (
    <>
      <section className="purse stack">
        <div style={{ position: 'relative' }}>
          <Title className="row tight small">
            <Cover href={paths.walletFlow.href({ account: 'available' })}>
              {limit || t('flow.account_available')}
            </Cover>
            <ChevronRight className="flip" />
          </Title>
          <BigAmount>{money(data.balance, data.currency)}</BigAmount>
        </div>
        <div className="cells tight">
          {!isBarred('withdraw', data.restrictions) && (
            <LinkButton kind="primary" href={paths.withdraw.href()}>
              {t('wallet.withdraw')}
            </LinkButton>
          )}
          {!isBarred('spend', data.restrictions) && (
            <LinkButton href={paths.recharge.href()}>{t('wallet.recharge')}</LinkButton>
          )}
        </div>
        <a className="hit small" href={paths.service.href()}>
          {t('safety.never_pay')}
        </a>
      </section>
      <NextTerms of={me.value} currency={data.currency} />
      <Restrictions
        list={data.restrictions}
        still={stillUnder(data.restrictions)}
        appealTo={(ref) => paths.appeal.href({ ref })}
      />
    </>
  );
}
