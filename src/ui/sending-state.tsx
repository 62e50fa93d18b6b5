import { gap, t } from '../lang/index.ts';
import { Button } from './button.tsx';
import { CircleQuestionMark } from './icons/circle-question-mark.ts';
import { Clock } from './icons/clock.ts';
import { Note } from './note.tsx';

/** A late answer, or none: what is known, and never "failed". */
export function SendingState({
  state,
  checking,
  onAsk,
}: {
  state: string;
  checking: string;
  onAsk: () => void;
}) {
  if (state === 'checking')
    return (
      <Note icon={Clock} role="status">
        <strong>{t('accounts.checking')}</strong>
        <p>{checking}</p>
      </Note>
    );
  if (state !== 'unknown') return null;
  return (
    <>
      <Note tone="warn" icon={CircleQuestionMark} role="alert">
        <strong>{t('quote.unknown')}</strong>
        {gap()}
        {t('accounts.unknown')}
      </Note>
      <Button block onClick={onAsk}>
        {t('quote.ask_again')}
      </Button>
    </>
  );
}
