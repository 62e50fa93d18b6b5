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
  return (
    <Marked tone={tone} left={left}>
      {isCase && when ? `${name} · ${when}` : (when ?? name)}
      {when && !isCase && <span className="sr"> {name}</span>}
    </Marked>
  );
}
