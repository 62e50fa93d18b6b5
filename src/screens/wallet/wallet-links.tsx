import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';

/** What is seldom needed beside the money: its history by results, where it is paid to, and its password. */
export function WalletLinks() {
  const ways = [
    [ClipboardList, t('wallet.history'), paths.history.href()],
    [Landmark, t('wallet.accounts'), paths.bankList.href()],
    [Lock, t('wallet.pay_password'), paths.payPassword.href()],
  ] as const;
  return (
    <nav aria-label={t('app.account')}>
      <ItemList>
        {ways.map(([Icon, label, href]) => (
          <Item key={href} media={<Icon className="muted" />} title={label} href={href} next />
        ))}
      </ItemList>
    </nav>
  );
}
