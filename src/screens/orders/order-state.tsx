import { Marked } from '../../ui/marked.tsx';
import type { RowState } from './row-state.ts';

interface Props {
  state: RowState;
  isCase: boolean;
  /** That its money is at stake, where nothing beside its profit names that. */
  stake: string | undefined;
}

/** The state of an order on one line: of an order to pay its time alone, as its list says what it waits for. */
export function OrderState({ state: { name, when, tone, left }, isCase, stake }: Props) {
  const parts = isCase ? [name, when, stake] : [when ?? name];
  // What has no room in one line is broken between the parts.
  const words = parts.flatMap((part) => part?.replaceAll(' ', '\u00a0') ?? []).join(' · ');
  return (
    <Marked tone={tone} left={left}>
      {left !== undefined ? <strong className="tone">{words}</strong> : words}
      {when && !isCase && <span className="sr"> {name}</span>}
    </Marked>
  );
}
