import { badgeCount } from '../data/unread.ts';
import { number, t } from '../lang/index.ts';
import { paths } from '../paths.ts';
import { Bell } from '../ui/icons/bell.ts';
import { Gear } from '../ui/icons/gear.ts';
import { Headset } from '../ui/icons/headset.ts';

/** Below the tabs of a wide window: what a phone has at the head of the shop centre, in reach on every screen. */
export default function RailFoot() {
  const count = badgeCount();
  const links = [
    { Icon: Bell, label: t('shop.notifications'), href: paths.notifications.href(), count },
    { Icon: Headset, label: t('shop.service'), href: paths.service.href() },
    { Icon: Gear, label: t('shop.settings'), href: paths.settings.href() },
  ];
  return (
    <nav className="rail-foot" aria-label={t('shop.shortcuts')}>
      {links.map(({ Icon, label, href, count }) => (
        <a key={href} className="row tight small" href={href}>
          <Icon />
          <span className="grow">{label}</span>
          {count ? <span className="count">{number(count)}</span> : null}
        </a>
      ))}
    </nav>
  );
}
