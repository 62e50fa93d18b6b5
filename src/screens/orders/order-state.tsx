import { Marked } from '../../ui/marked.tsx';
import type { RowState } from './row-state.ts';

/** The state of an order on one line: of an order to pay its time alone, as its list says what it waits for. */
export function OrderState({
  state: { name, when, tone, left },
  isCase,
}: {
  state: RowState;
  isCase: boolean;
}) {
  // Where both have no room in one line the second begins with the time.
  const words = isCase && when ? `${name} · ${when.replaceAll(' ', '\u00a0')}` : (when ?? name);
  return (
    <Marked tone={tone} left={left}>
      {left !== undefined ? <strong className="tone">{words}</strong> : words}
      {when && !isCase && <span className="sr"> {name}</span>}
    </Marked>
  );
}
