import { ApiError } from '../../data/api-error.ts';
import type { CommandResult } from '../../data/command.ts';
import type { Failure } from '../../ui/error-state.tsx';

/** For a form's `onSubmit`: returns the output; without one throws why, which the form shows. */
export function outputOf<T>(
  result: CommandResult<T>,
  toFailure: (error: ApiError) => Failure = (error) => error,
): T {
  if (result.state === 'done') return result.output;
  throw toFailure(result.error);
}

/** As `outputOf`, but an unknown result keeps what was typed; the screen shows it, and asks again. */
export const outputOrPending = <T>(result: CommandResult<T>, toFailure: (error: ApiError) => Failure) =>
  result.state === 'unknown' ? ('pending' as const) : outputOf(result, toFailure);

/** A refusal in words that say more than the general ones of its code; its field and figures stay. */
export const withMessage = ({ data }: ApiError, message: string, field = data.field) =>
  new ApiError(0, message, { ...data, field });
