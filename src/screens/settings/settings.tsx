import { useState } from 'react';
import { accountsResource } from '../../data/accounts.ts';
import { identityResource } from '../../data/identity.ts';
import { hasFeature, me, session } from '../../data/session.ts';
import { storeResource } from '../../data/store.ts';
import { badgeCount } from '../../data/unread.ts';
import { lang, langName, number, type TextKey, t } from '../../lang/index.ts';
import { type PathName, paths } from '../../paths.ts';
import { Head } from '../../ui/head.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { BadgeCheck } from '../../ui/icons/badge-check.ts';
import { Bell } from '../../ui/icons/bell.ts';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Headset } from '../../ui/icons/headset.ts';
import { IdCard } from '../../ui/icons/id-card.ts';
import { Key } from '../../ui/icons/key.ts';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Languages } from '../../ui/icons/languages.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { Store } from '../../ui/icons/store.ts';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Page } from '../../ui/page.tsx';
import type { Children, IconOf } from '../../ui/props.ts';
import { lazySheet } from '../../ui/sheet.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { Account } from './account.tsx';

const LanguageSheet = lazySheet(() => import('../../ui/language-sheet.tsx'));

/** The shop, links to screens without a tab, the language, and sign-out. */
export default function Settings() {
  const isIn = session.value.status === 'signed-in';
  return (
    <>
      <Head title={t('settings.title')} back={paths.shopCentre.href()} />
      <Page narrow>
        {isIn && <ShopLinks />}
        {isIn && <Security />}
        <ItemList title={t('settings.app')}>
          {isIn && <AppLinks />}
          <Language />
        </ItemList>
        {isIn && (
          <ItemList title={t('settings.help')}>
            <Links list={help} />
          </ItemList>
        )}
        {isIn && <Account />}
      </Page>
    </>
  );
}

function Security() {
  const { used } = accountsResource.ask().value.data ?? {};
  const { payPasswordSet: isSet } = me.value;
  const states = {
    bankList: used !== undefined && number(used),
    payPassword: isSet !== undefined && t(isSet ? 'settings.set' : 'settings.not_set'),
  };
  return (
    <ItemList title={t('settings.security')}>
      <Links list={security} states={states} />
    </ItemList>
  );
}

/** The notifications, with the number that the bell of the shop centre has. */
function AppLinks() {
  const count = badgeCount();
  return <Links list={app} states={{ notifications: Boolean(count) && number(count) }} />;
}

const security: readonly Link[] = [
  ['bankList', 'wallet.accounts', Landmark],
  ['payPassword', 'wallet.pay_password', Lock],
  ['loginPassword', 'settings.login_password', Key],
];
const app: readonly Link[] = [['notifications', 'shop.notifications', Bell]];
const help: readonly Link[] = [
  ['qa', 'settings.qa', CircleQuestionMark],
  ['feedback', 'settings.feedback', MessageSquareText],
  ['service', 'shop.service', Headset],
];

function Language() {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Item
        media={<Languages className="muted" />}
        title={t('shell.language')}
        figure={
          <span className="value" lang={lang.value}>
            {langName(lang.value)}
          </span>
        }
        onPress={() => setChoosing(true)}
        next
      />
      {choosing && <LanguageSheet onClose={() => setChoosing(false)} />}
    </>
  );
}

const links: readonly Link[] = [
  ['identity', 'settings.verification', IdCard],
  ['upgrade', 'settings.shop_levels', BadgeCheck],
  ['invitation', 'settings.invite', UserPlus],
];

/** The shop itself, first by its own name. */
function ShopLinks() {
  const { name, logo, level } = storeResource.ask().value.data ?? {};
  const states = {
    identity: identityResource.ask().value.data?.status === 'verified' && t('settings.verified'),
    upgrade: level && t(`level.${level}`),
  };
  const about = t('settings.shop');
  return (
    <ItemList>
      <Item
        media={
          logo ? (
            <Thumb src={logo} size={44} />
          ) : (
            <IconTile>
              <Store />
            </IconTile>
          )
        }
        title={name ? <bdi>{name}</bdi> : about}
        note={name && about}
        href={paths.shop.href()}
        next
      />
      <Links list={links} states={states} />
    </ItemList>
  );
}

/** How things stand on a screen that a row leads to. */
type States = Partial<Record<PathName, Children>>;
type Link = readonly [PathName, TextKey, IconOf];

/** Returns whether a link is offered: a server that knows the specification only changes no login password. */
const isOffered = ([name]: Link) =>
  name !== 'loginPassword' || (hasFeature('updatePassword') && me.value.passwordSet !== false);

/** Rows that lead to screens. */
const Links = ({ list, states = {} }: { list: readonly Link[]; states?: States }) =>
  list
    .filter(isOffered)
    .map(([name, words, Icon]) => (
      <Item
        key={name}
        media={<Icon className="muted" />}
        title={t(words)}
        figure={states[name] && <span className="value">{states[name]}</span>}
        href={paths[name].path}
        next
      />
    ));
