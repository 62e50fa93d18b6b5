import type { CSSProperties } from 'react';
import type { Children, Tone } from '../../ui/props.ts';
import type { RowState } from './row-state.ts';

/** Words behind a ring of the time that is left, or behind a dot where no time runs. */
export function Marked({
  tone,
  left,
  children,
}: {
  tone: Tone;
  left?: number | undefined;
  children: Children;
}) {
  return (
    <span
      className={left === undefined ? 'dot' : 'dot ring'}
      data-tone={tone}
      style={left === undefined ? undefined : ({ '--left': left } as CSSProperties)}
    >
      {children}
    </span>
  );
}

/** The state of an order on one line: of an order to pay its time alone, as its list says what it waits for. */
export function OrderState({
  state: { name, when, tone, left },
  isCase,
}: {
  state: RowState;
  isCase: boolean;
}) {
  return (
    <Marked tone={tone} left={left}>
      {isCase && when ? `${name} · ${when}` : (when ?? name)}
      {when && !isCase && <span className="sr"> {name}</span>}
    </Marked>
  );
}
