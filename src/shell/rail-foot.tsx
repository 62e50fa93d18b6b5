import type { CSSProperties } from 'react';
import { badgeCount } from '../data/unread.ts';
import { number, t } from '../lang/index.ts';
import { paths } from '../paths.ts';
import { Bell } from '../ui/icons/bell.ts';
import { Gear } from '../ui/icons/gear.ts';
import { Headset } from '../ui/icons/headset.ts';

const looks = {
  notifications: [Bell, 'shop.notifications'],
  service: [Headset, 'shop.service'],
  settings: [Gear, 'shop.settings'],
} as const;
type Name = keyof typeof looks;

interface RailFootProps {
  names: readonly Name[];
  /** The one whose screen is shown. */
  current: Name | undefined;
}

/** Below the tabs of a wide window: what a phone has at the head of the shop centre, in reach on every screen. */
export default function RailFoot({ names, current }: RailFootProps) {
  const count = badgeCount();
  return (
    <section style={foot} aria-label={t('shop.shortcuts')}>
      {names.map((name) => {
        const [Icon, label] = looks[name];
        const isCurrent = name === current;
        return (
          <a
            key={name}
            className="row tight small muted"
            style={isCurrent ? lit : entry}
            aria-current={isCurrent ? 'page' : undefined}
            href={paths[name].href()}
          >
            <Icon />
            <span className="grow">{t(label)}</span>
            {name === 'notifications' && count ? <span className="count">{number(count)}</span> : null}
          </a>
        );
      })}
    </section>
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
const lit: CSSProperties = {
  ...entry,
  borderRadius: 'var(--r-s)',
  background: 'var(--tint)',
  color: 'var(--accent-ink)',
};
