import { useLayoutEffect } from 'react';
import type { Command } from '../../data/command.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import type { Children, Tone } from '../../ui/props.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { problemText, useCommand } from './use-command.ts';

interface ConfirmProps<I, T> {
  title: string;
  /** What it does, before it is done. */
  text: Children;
  confirmLabel: string;
  /** The other answer, which leaves everything as it is. */
  cancelLabel: string;
  /** `bad` for what takes something away. */
  tone?: Tone;
  command: Command<I, T>;
  input: I;
  /** Shown while a late answer is asked for. */
  checking: string;
  /** Shown where the end is not known; the general words for a late answer unless given. */
  unknown?: string;
  onClose: () => void;
  children?: Children;
}

/** Says what a command does and sends it on request; the two answers weigh the same. */
export function Confirm<I, T>(props: ConfirmProps<I, T>) {
  const {
    title,
    text,
    confirmLabel,
    cancelLabel,
    tone,
    command,
    input,
    checking,
    unknown,
    onClose,
    children,
  } = props;
  const { state, error, isBusy, send } = useCommand(command);
  useLayoutEffect(() => {
    if (state === 'done') onClose();
  }, [state]);
  const failed = error && ((state === 'unknown' && unknown) || problemText(error));
  const problem = state === 'checking' ? checking : failed;
  return (
    <Sheet title={title} onClose={onClose}>
      <div className="stack">
        <p>{text}</p>
        {children}
        {problem && (
          <Note tone={isBusy ? 'warn' : 'bad'} role="alert">
            {problem}
          </Note>
        )}
        <div className="cells tight">
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button kind={tone && 'soft'} data-tone={tone} busy={isBusy} onClick={() => void send(input)}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
