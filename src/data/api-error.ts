import type { CallName } from '../contract/calls.ts';
import type { ClientError, ErrorCode } from '../contract/errors.ts';
import { onClearPerson } from './person.ts';

/** Fields that a refusal may carry beside its code. */
export interface RefusalData {
  readonly field?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly reason?: string;
  readonly retryAfter?: number;
  readonly [more: string]: unknown;
}

export type FailureCode = ErrorCode | ClientError | (number & {});

/** Failures after which the same call may succeed later: no answer came, or the server was busy. */
const temporary: readonly FailureCode[] = ['timeout', 'network', 'status', 'aborted', 201, 202, 500, 501];

/** The token is unknown (407), as a server forgets old sessions, or expired (408): a host may have a newer one. */
export const tokenRejecting: readonly FailureCode[] = [407, 408];

/**
 * The only error that `call()` throws.
 * @example catch (error) { if (error instanceof ApiError && error.code === codes.payPasswordWrong) … }
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: FailureCode;
  readonly data: RefusalData;

  constructor(code: FailureCode, message = '', data: RefusalData = {}) {
    super(message);
    this.code = code;
    this.data = data;
  }

  get retryable(): boolean {
    return temporary.includes(this.code);
  }

  get params(): RefusalData['params'] {
    return this.data.params;
  }

  /** Names of the refused fields; their texts are found by the code and `params`. */
  get fields(): readonly string[] {
    return this.data.field ? [this.data.field] : [];
  }
}

export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : new ApiError('network', String(thrown));

export interface RefusedCall {
  readonly call: CallName;
  readonly error: ApiError;
  readonly quiet: boolean;
}

const listeners = new Set<(refused: RefusedCall) => void>();
/** Refusals before there was a listener; the first listener receives them. */
const queuedRefusals: RefusedCall[] = [];
onClearPerson(() => {
  queuedRefusals.length = 0;
});

/** Registers the shell's listener for refusals, as this file knows no screen and no toast. */
export function onRefused(listener: (refused: RefusedCall) => void): () => void {
  listeners.add(listener);
  for (const refused of queuedRefusals.splice(0)) listener(refused);
  return () => listeners.delete(listener);
}

/** Reports a refused call to the listeners. */
export function reportRefusal(refused: RefusedCall) {
  if (listeners.size === 0) queuedRefusals.push(refused);
  for (const listener of listeners) listener(refused);
}
