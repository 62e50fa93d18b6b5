import { useState } from 'react';
import { session } from '../../data/session.ts';
import { langName } from '../../lang/format.ts';
import { lang, t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Head } from '../../ui/head.tsx';
import { Bell } from '../../ui/icons/bell.ts';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Headset } from '../../ui/icons/headset.ts';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Languages } from '../../ui/icons/languages.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { lazySheet } from '../../ui/lazy-sheet.tsx';
import { Page } from '../../ui/page.tsx';
import { Account } from './account.tsx';
import { type Link, Links } from './links.tsx';
import { ShopLinks } from './shop-links.tsx';

const LanguageSheet = lazySheet(() => import('../../ui/language-sheet.tsx'));

/** The shop, links to screens without a tab, the language, and sign-out. */
export default function Settings() {
  const isIn = session.value.status === 'signed-in';
  return (
    <>
      <Head title={t('settings.title')} back={paths.shopCentre.href()} />
      <Page narrow>
        <div className="stack">
          {isIn && <ShopLinks />}
          <Language />
          {isIn && <MoreLinks />}
          {isIn && <Account />}
        </div>
      </Page>
    </>
  );
}

function Language() {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <ItemList>
        <Item
          media={<Languages className="muted" />}
          title={t('settings.language')}
          figure={
            <span className="value" lang={lang.value}>
              {langName(lang.value)}
            </span>
          }
          onPress={() => setChoosing(true)}
          next
        />
      </ItemList>
      {choosing && <LanguageSheet onClose={() => setChoosing(false)} />}
    </>
  );
}

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
function MoreLinks() {
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
