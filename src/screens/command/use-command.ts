import { useEffect, useRef, useState } from 'react';
import { codes } from '../../contract/errors.ts';
import { ApiError, asApiError } from '../../data/api-error.ts';
import type { Command, CommandResult } from '../../data/command.ts';
import { errorText } from '../../lang/i18n.ts';
import type { Failure } from '../../ui/error-state.tsx';

/**
 * Where a command stands. `checking`: sent, and the answer is late. `unknown`: it may have happened, and `resume` asks
 * again. A refusal leads back to `idle`, with its error.
 */
interface CommandStatus<T> {
  readonly state: 'idle' | 'sending' | 'checking' | 'unknown' | 'done';
  readonly output?: T;
  readonly error?: ApiError;
}

/** Returns whether the server never received the call, so that nothing happened. */
export const isNotArrived = ({ data }: ApiError) => data.reason === 'not_arrived';

/** Returns whether the result is unknown: it may have happened. */
export const isUnknown = ({ data }: ApiError) => data.reason === 'unknown_end';

/** Returns whether the session was missing: sign-in covers the screen, and once it is done there is no error to show. */
export const isAnsweredBySignIn = ({ code }: ApiError) =>
  code === codes.noAuthentication || code === codes.tokenExpired;

/** Why something was refused, in words; of a refusal with a reason, in the server's own. */
export const problemText = (error: ApiError) =>
  isAnsweredBySignIn(error) ? '' : (error.data.reason && error.message) || errorText(error);

/** For `send().catch`, where the screen shows the command's `error` by itself. */
export const alreadyShown = () => {};

/** For `send().catch` in a form: an unknown end keeps what was typed; a refusal is thrown as `toFailure` returns it. */
export const pendingOr = (toFailure: (error: ApiError) => Failure) => (thrown: unknown) => {
  const error = asApiError(thrown);
  if (isUnknown(error)) return 'pending' as const;
  throw toFailure(error);
};

/**
 * Sends a command, and resumes at once what was sent before a reload. `send` rejects with ApiError: a refusal, or an
 * end that `isNotArrived` or `isUnknown`. While it is under way another one rejects as `cancelled` and sends nothing.
 * What `handlesError` returns true for is shown elsewhere, and leaves the state as it is.
 * @example const { state, error, send, resume } = useCommand(loginPasswordChange);
 */
export function useCommand<I, T>(command: Command<I, T>, handlesError?: (error: ApiError) => boolean) {
  const [status, setStatus] = useState<CommandStatus<T>>(() => ({
    state: command.isPending() ? 'checking' : 'idle',
  }));
  const running = useRef(false);

  const follow = async (begin: 'sending' | 'checking', work: () => Promise<CommandResult<T>>): Promise<T> => {
    if (running.current) throw new ApiError('cancelled');
    running.current = true;
    setStatus({ state: begin });
    try {
      const output = outputOf(await work());
      setStatus({ state: 'done', output });
      return output;
    } catch (thrown) {
      const error = asApiError(thrown);
      if (!handlesError?.(error)) setStatus({ state: isUnknown(error) ? 'unknown' : 'idle', error });
      throw error;
    } finally {
      running.current = false;
    }
  };
  const send = (input: I, onProgress?: (share: number) => void) =>
    follow('sending', () =>
      command.send(input, { onProgress, onChecking: () => setStatus({ state: 'checking' }) }),
    );
  const resume = () => void follow('checking', command.resume).catch(alreadyShown);

  useEffect(() => {
    if (command.isPending()) resume();
  }, []);

  return { ...status, isBusy: status.state === 'sending' || status.state === 'checking', send, resume };
}

function outputOf<T>(result: CommandResult<T>): T {
  if (result.state === 'done') return result.output;
  if (result.state === 'unknown') throw new ApiError('timeout', '', { reason: 'unknown_end' });
  throw new ApiError('network', '', { reason: 'not_arrived' });
}
