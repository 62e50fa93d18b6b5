import { has, me } from '../../data/session.ts';
import { type TextKey, t } from '../../lang/i18n.ts';
import { type PathName, paths } from '../../paths.ts';
import { Item } from '../../ui/item.tsx';
import type { IconOf } from '../../ui/props.ts';

export type Link = readonly [PathName, TextKey, IconOf];

/** Returns whether a link is offered: a server that knows the specification only changes no login password. */
const isOffered = ([name]: Link) =>
  name !== 'loginPassword' || (has('updatePassword') && me.value.passwordSet !== false);

/** Rows that lead to screens. */
export const Links = ({ list }: { list: readonly Link[] }) =>
  list
    .filter(isOffered)
    .map(([name, words, Icon]) => (
      <Item key={name} media={<Icon className="muted" />} title={t(words)} href={paths[name].path} next />
    ));
