import { signal } from '@preact/signals';
import { type FC, useEffect } from 'react';
import { session } from '../../data/session.ts';
import { type TextKey, t } from '../../lang/first.ts';
import { paths } from '../../paths.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { loadStyles } from '../../ui/lazy.tsx';
import type { IconOf } from '../../ui/props.ts';
import { usable } from '../../ui/usable.ts';

const shortcuts = {
  warehouse: 'shop.warehouse',
  promotion: 'shop.promotion',
  orderComment: 'shop.comments',
  service: 'shop.service',
} as const satisfies Record<string, TextKey>;
export type ShortcutName = keyof typeof shortcuts;
const names = Object.keys(shortcuts) as ShortcutName[];

/** The parts that load after the figures. */
export const after = signal<{ icons?: Readonly<Record<ShortcutName, IconOf>>; Slides?: FC; Standing?: FC }>(
  {},
);

/** Links to what is used daily, from the first paint on; the settings have the rest. Their icons load later, into reserved tiles, so nothing moves. */
export function Shortcuts() {
  const isKnown = usable.value && Boolean(session.value.me);
  useEffect(() => {
    if (!isKnown) return;
    Promise.all([import('./deferred-parts.ts'), loadStyles()]).then(
      ([{ default: rest }]) => {
        after.value = rest;
      },
      () => {}, // The labels are enough.
    );
  }, [isKnown]);
  return (
    <nav className="card shorts" aria-label={t('shop.shortcuts')}>
      {names.map((name) => {
        const Icon = after.value.icons?.[name];
        return (
          <a key={name} className="short" href={paths[name].href()}>
            <IconTile tone="calm">{Icon && <Icon />}</IconTile>
            {t(shortcuts[name])}
          </a>
        );
      })}
    </nav>
  );
}
