import type { ClientError, ErrorCode } from '../contract/errors.ts';

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
const passing: readonly FailureCode[] = ['timeout', 'network', 'status', 'aborted', 201, 202, 500, 501];

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
    return passing.includes(this.code);
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
