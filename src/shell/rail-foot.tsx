import type { CSSProperties } from 'react';
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
    <nav style={foot} aria-label={t('shop.shortcuts')}>
      {links.map(({ Icon, label, href, count }) => (
        <a key={href} className="row tight small muted" style={entry} href={href}>
          <Icon />
          <span className="grow">{label}</span>
          {count ? <span className="count">{number(count)}</span> : null}
        </a>
      ))}
    </nav>
  );
}

/** Over the rail, at the foot of the window. In the code, as phones would load it with the styles. */
const foot: CSSProperties = {
  position: 'sticky',
  insetBlockEnd: 0,
  zIndex: 3,
  gridArea: '1 / 1 / span 2',
  alignSelf: 'end',
  marginInline: '8px',
  paddingBlock: '8px 16px',
  borderBlockStart: '1px solid var(--line)',
};
const entry: CSSProperties = { paddingBlock: '12px', paddingInline: '12px 4px', textDecoration: 'none' };
