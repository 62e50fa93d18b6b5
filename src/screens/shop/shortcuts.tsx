import { signal } from '@preact/signals';
import { type FC, useEffect } from 'react';
import { session } from '../../data/session.ts';
import { type TextKey, t } from '../../lang/texts.ts';
import { paths } from '../../paths.ts';
import { Mark } from '../../ui/mark.tsx';
import type { IconOf } from '../../ui/props.ts';

const shortcuts = {
  warehouse: 'shop.warehouse',
  promotion: 'shop.promotion',
  invitation: 'shop.invite',
  identity: 'shop.verification',
  orderComment: 'shop.comments',
  qa: 'shop.qa',
  feedback: 'shop.feedback',
  service: 'shop.service',
} as const satisfies Record<string, TextKey>;
export type ShortcutName = keyof typeof shortcuts;
const names = Object.keys(shortcuts) as ShortcutName[];

/** What comes after the first paint. */
export const after = signal<{ icons?: Readonly<Record<ShortcutName, IconOf>>; Slides?: FC }>({});

/** Links from the first paint on. Their drawings come after it, each into a tile that is there, so nothing moves. */
export function Shortcuts() {
  const isKnown = Boolean(session.value.me);
  useEffect(() => {
    if (!isKnown) return;
    import('./after-first.ts').then(
      ({ default: rest }) => {
        after.value = rest;
      },
      () => {}, // The words say it all.
    );
  }, [isKnown]);
  return (
    <nav className="card shorts" aria-label={t('shop.shortcuts')}>
      {names.map((name) => {
        const Icon = after.value.icons?.[name];
        return (
          <a key={name} className="short" href={paths[name].href()}>
            <Mark>{Icon && <Icon />}</Mark>
            {t(shortcuts[name])}
          </a>
        );
      })}
    </nav>
  );
}
