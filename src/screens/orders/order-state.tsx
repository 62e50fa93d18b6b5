import { Marked } from '../../ui/marked.tsx';
import type { RowState } from './row-state.ts';

/** The state of an order on one line: of an order to pay its time alone, as its list says what it waits for. */
export function OrderState({
  state: { name, when, tone, left, isSoon },
  isCase,
}: {
  state: RowState;
  isCase: boolean;
}) {
  const words = isCase && when ? `${name} · ${when}` : (when ?? name);
  return (
    <Marked tone={tone} left={left}>
      {isSoon ? <strong className="tone">{words}</strong> : words}
      {when && !isCase && <span className="sr"> {name}</span>}
    </Marked>
  );
}
