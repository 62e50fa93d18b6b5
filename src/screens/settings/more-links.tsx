import { t } from '../../lang/i18n.ts';
import { Bell } from '../../ui/icons/bell.ts';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Headset } from '../../ui/icons/headset.ts';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { ItemList } from '../../ui/item-list.tsx';
import { type Link, Links } from './links.tsx';

/** The shop's money, and the people around it. */
const lists: readonly (readonly Link[])[] = [
  [
    ['bankList', 'wallet.accounts', Landmark],
    ['payPassword', 'wallet.pay_password', Lock],
    ['loginPassword', 'settings.login_password', Lock],
  ],
  [
    ['notifications', 'shop.notifications', Bell],
    ['invitation', 'shop.invite', UserPlus],
    ['qa', 'shop.qa', CircleQuestionMark],
    ['feedback', 'shop.feedback', MessageSquareText],
    ['service', 'shop.service', Headset],
  ],
];

/** Links to all screens without a tab. */
export function MoreLinks() {
  return (
    <nav className="stack" aria-label={t('shop.shortcuts')}>
      {lists.map((list) => (
        <ItemList key={list[0]?.[0]}>
          <Links list={list} />
        </ItemList>
      ))}
    </nav>
  );
}
