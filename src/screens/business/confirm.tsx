import { t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import type { Children } from '../../ui/children.ts';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useAct } from './use-act.ts';

interface ConfirmProps {
  title: string;
  /** What it does, before it is done. */
  text: string;
  doIt: string;
  work: () => Promise<unknown>;
  onClose: () => void;
  children?: Children;
}

/** Says what an act does and does it on request; the two answers weigh the same. */
export function Confirm({ title, text, doIt, work, onClose, children }: ConfirmProps) {
  const { act, busy, problem } = useAct(() => work().then(onClose));
  return (
    <Sheet title={title} onClose={onClose}>
      <div className="stack">
        <p>{text}</p>
        {children}
        {problem && (
          <Note tone="bad" role="alert">
            {problem}
          </Note>
        )}
        <div className="cells tight">
          <Button onClick={onClose}>{t('business.not_now')}</Button>
          <Button busy={busy} onClick={act}>
            {doIt}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
