import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import type { Children } from '../../ui/props.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { useAct, type Work } from './use-act.ts';

interface ConfirmProps {
  title: string;
  /** What it does, before it is done. */
  text: Children;
  doIt: string;
  /** The other answer, which leaves everything as it is. */
  keep: string;
  work: Work;
  onClose: () => void;
  children?: Children;
}

/** Says what an act does and does it on request; the two answers weigh the same. */
export function Confirm({ title, text, doIt, keep, work, onClose, children }: ConfirmProps) {
  const { act, busy, problem } = useAct((say) => work(say).then(onClose));
  return (
    <Sheet title={title} onClose={onClose}>
      <div className="stack">
        <p>{text}</p>
        {children}
        {problem && (
          <Note tone={busy ? 'warn' : 'bad'} role="alert">
            {problem}
          </Note>
        )}
        <div className="cells tight">
          <Button onClick={onClose}>{keep}</Button>
          <Button busy={busy} onClick={act}>
            {doIt}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
