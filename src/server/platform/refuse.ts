import { codes, type ErrorCode } from '../../contract/errors.ts';

export interface RefusalDetail {
  /** The input field beside which a form shows the message. */
  field?: string;
  /** Values for the placeholders of the error's text. */
  params?: Record<string, string | number>;
  /** What a client branches on, where the code alone does not say it. */
  reason?: string;
  /** Seconds until it makes sense to try again. */
  retryAfter?: number;
  /** A specific message, where that of the code would not be true. */
  message?: string;
  /** The restriction that blocks the call, as the contract's Restriction. */
  restriction?: unknown;
  /** Where the merchant's own files are, as the contract's ExportLinks, when nothing else can be reached. */
  exports?: unknown;
  /** A token sent with a refused sign-in: it allows reading the reasons and appealing. */
  token?: string;
}

/** A business refusal: a code of the catalogue, sent with HTTP 200. Anything else thrown is a fault. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly detail: RefusalDetail;
  constructor(code: ErrorCode, detail: RefusalDetail = {}, options?: ErrorOptions) {
    super(`refused with code ${code}${detail.reason ? ` (${detail.reason})` : ''}`, options);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }
}

/**
 * Makes a refusal to be thrown, which rolls back the transaction; `options` has the error behind it, which the log names.
 * @example throw refuse(codes.insufficientBalance, { params: { shortfall: '3.20' } });
 */
export const refuse = (code: ErrorCode, detail?: RefusalDetail, options?: ErrorOptions): Refusal =>
  new Refusal(code, detail, options);

/** Returns the refusal of an input field that is absent and has to be there. */
export const missingField = (field: string): Refusal =>
  refuse(codes.parameterMissing, { field, params: { kind: 'required' } });

/** Returns the refusal of an input field; forms say what is wrong with it by the kind. */
export const invalidField = (field: string, kind: string): Refusal =>
  refuse(codes.invalidParameter, { field, params: { kind } });
