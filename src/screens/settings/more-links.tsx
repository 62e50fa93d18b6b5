import { has, me } from '../../data/session.ts';
import { type TextKey, t } from '../../lang/i18n.ts';
import { type PathName, paths } from '../../paths.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';

type Links = Partial<Record<PathName, TextKey>>;

/** The shop itself, its money, and the people around it: a card each. */
const cards: readonly Links[] = [
  { shop: 'settings.shop', identity: 'shop.verification', upgrade: 'settings.shop_levels' },
  {
    bankList: 'wallet.accounts',
    payPassword: 'wallet.pay_password',
    loginPassword: 'settings.login_password',
  },
  {
    notifications: 'shop.notifications',
    invitation: 'shop.invite',
    qa: 'shop.qa',
    feedback: 'shop.feedback',
    service: 'shop.service',
  },
];

/** Returns whether a link is offered: a server that knows the specification only changes no login password. */
const isOffered = ([name]: [PathName, TextKey]) =>
  name !== 'loginPassword' || (has('updatePassword') && me.value.passwordSet !== false);

/** Links to all screens without a tab. */
export function MoreLinks() {
  return (
    <nav className="stack" aria-label={t('shop.shortcuts')}>
      {cards.map((links) => (
        <div key={Object.keys(links)[0]} className="card links">
          {(Object.entries(links) as [PathName, TextKey][]).filter(isOffered).map(([name, words]) => (
            <a key={name} className="row" href={paths[name].path}>
              <span className="grow">{t(words)}</span>
              <ChevronRight className="flip muted" />
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}
