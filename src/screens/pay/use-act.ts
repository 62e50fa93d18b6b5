import { useRef, useState } from 'react';
import { asApiError } from '../../data/api-error.ts';
import { errorText } from '../../lang/i18n.ts';

/** What a button does; it may `say` how far it is, and what it throws is said in words. */
export type Work = (say: (text: string) => void) => Promise<unknown>;

/** A button's work: done once at a time, and in words where it was refused. */
export function useAct(work: Work) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const running = useRef(false);
  const act = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem('');
    try {
      await work(setProblem);
    } catch (thrown) {
      const error = asApiError(thrown);
      setProblem((error.data.reason && error.message) || errorText(error));
    }
    running.current = false;
    setBusy(false);
  };
  return { act: () => void act(), busy, problem };
}
