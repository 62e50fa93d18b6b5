import { hasFeature, me } from '../../data/session.ts';
import { type TextKey, t } from '../../lang/index.ts';
import { type PathName, paths } from '../../paths.ts';
import { Item } from '../../ui/item.tsx';
import type { Children, IconOf } from '../../ui/props.ts';

/** How things stand on a screen that a row leads to. */
export type States = Partial<Record<PathName, Children>>;
export type Link = readonly [PathName, TextKey, IconOf];

/** Returns whether a link is offered: a server that knows the specification only changes no login password. */
const isOffered = ([name]: Link) =>
  name !== 'loginPassword' || (hasFeature('updatePassword') && me.value.passwordSet !== false);

/** Rows that lead to screens. */
export const Links = ({ list, states = {} }: { list: readonly Link[]; states?: States }) =>
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
