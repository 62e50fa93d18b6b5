import type { Channels } from '../../data/recharges.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Snowflake } from '../../ui/icons/snowflake.ts';
import { Restrictions } from '../pay/restrictions.tsx';

/** Why nothing can be recharged, and what can be done about it. No address is shown then. */
export function NoRecharge({ data: { unavailable, restriction } }: { data: Channels }) {
  const isFrozen = unavailable === 'wallet_frozen';
  return (
    <>
      <Restrictions list={restriction ? [restriction] : []} />
      <Empty
        icon={isFrozen ? Snowflake : undefined}
        title={t('accounts.recharge.none')}
        text={t(`accounts.recharge.why.${unavailable ?? 'channel'}`)}
      >
        <LinkButton href={isFrozen ? paths.wallet.href() : paths.service.href()}>
          {isFrozen ? t('quote.see_wallet') : t('quote.service')}
        </LinkButton>
      </Empty>
    </>
  );
}
