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
  // What has no room in one line goes to the second as a whole.
  const whole = (text: string) => text.replaceAll(' ', '\u00a0');
  const inTone = (words: string) => (left === undefined ? words : <strong className="tone">{words}</strong>);
  if (stake)
    return (
      <Marked tone={tone} left={left}>
        <span>
          {inTone(name)} <span className="muted">{whole(stake)}</span> {when && inTone(whole(when))}
        </span>
      </Marked>
    );
  return (
    <Marked tone={tone} left={left}>
      {inTone(isCase && when ? `${name} · ${whole(when)}` : (when ?? name))}
      {when && !isCase && <span className="sr"> {name}</span>}
    </Marked>
  );
}
