import { type TextKey, t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';

const links = {
  shop: 'settings.shop',
  identity: 'shop.verification',
  bankList: 'wallet.accounts',
  payPassword: 'wallet.pay_password',
  upgrade: 'business.upgrade.title',
  notifications: 'shop.notifications',
  invitation: 'shop.invite',
  qa: 'shop.qa',
  feedback: 'shop.feedback',
  service: 'shop.service',
} as const satisfies Partial<Record<keyof typeof paths, TextKey>>;

/** The ways to all that has no tab of its own. */
export function MoreLinks() {
  return (
    <nav className="stack tight" aria-label={t('shop.shortcuts')}>
      {(Object.keys(links) as (keyof typeof links)[]).map((name) => (
        <a key={name} className="card row" href={paths[name].href()}>
          <span className="grow">{t(links[name])}</span>
          <ChevronRight className="flip muted" />
        </a>
      ))}
    </nav>
  );
}
