import { useEffect, useRef, useState } from 'react';
import { ApiError, asApiError, tokenRejecting } from '../../data/api-error.ts';
import { type Command, type CommandResult, refused } from '../../data/command.ts';
import { online } from '../../data/online.ts';
import { errorText, t } from '../../lang/index.ts';

/** Where a command stands: not sent, on its way, `checking` as its answer is late, or its result. */
interface CommandStatus<T> {
  readonly state: 'idle' | 'sending' | 'checking' | CommandResult<T>['state'];
  readonly output?: T;
  readonly error?: ApiError;
}

/** Returns whether the session was missing: sign-in covers the screen, and once it is done there is no error to show. */
export const isAnsweredBySignIn = ({ code }: ApiError) => tokenRejecting.includes(code);

/** Says that an answer is late, or that there is no network to ask by. */
export const checkingText = () => t(online.value ? 'safety.still_checking' : 'safety.checking_offline');

/** Why something was refused, in words; of a refusal with a reason, in the server's own. */
export const problemText = (error: ApiError) =>
  isAnsweredBySignIn(error) ? '' : (error.data.reason && error.message) || errorText(error);

/**
 * Sends a command, and resumes at once what was sent before a reload. While it is under way another `send` is refused as
 * `cancelled` and sends nothing. A refusal that `handlesError` returns true for is shown elsewhere, and leaves the state
 * as it is.
 * @example const { state, error, send, resume } = useCommand(loginPasswordChange);
 */
export function useCommand<I, T>(command: Command<I, T>, handlesError?: (error: ApiError) => boolean) {
  const [status, setStatus] = useState<CommandStatus<T>>(() => ({
    state: command.isPending() ? 'checking' : 'idle',
  }));
  const running = useRef(false);

  const follow = async (
    begin: 'sending' | 'checking',
    work: () => Promise<CommandResult<T>>,
  ): Promise<CommandResult<T>> => {
    if (running.current) return refused(new ApiError('cancelled'));
    running.current = true;
    setStatus({ state: begin });
    const result = await work().catch((thrown) => refused(asApiError(thrown)));
    running.current = false;
    if (result.state !== 'refused' || !handlesError?.(result.error)) setStatus(result);
    return result;
  };
  const send = (input: I, onProgress?: (share: number) => void) =>
    follow('sending', () =>
      command.send(input, { onProgress, onChecking: () => setStatus({ state: 'checking' }) }),
    );
  const resume = () => void follow('checking', command.resume);

  useEffect(() => {
    if (command.isPending()) resume();
  }, []);

  useEffect(() => {
    if (status.state !== 'unknown') return;
    addEventListener('online', resume);
    return () => removeEventListener('online', resume);
  }, [status.state]);

  const { state, error } = status;
  return {
    ...status,
    isBusy: state === 'sending' || state === 'checking',
    /** Why nothing is known to have happened, also for what was sent before a reload; pass it to a form as `refused`. */
    lost: state === 'not-arrived' || state === 'forgotten' ? error : undefined,
    send,
    resume,
  };
}
