import type { ErrorCode } from '../contract/errors.ts';

export interface RefusalDetail {
  /** The input field a form shows the sentence beside. */
  field?: string;
  /** Values for the placeholders of the error's text; also the reason a client branches on. */
  params?: Record<string, string | number>;
  reason?: string;
  /** Seconds until it makes sense to try again. */
  retryAfter?: number;
  /** A sentence of its own, where the code's sentence would not be true. */
  message?: string;
  /** The restriction that stands in the way, as the contract's Restriction. */
  restriction?: unknown;
  /** Where the merchant's own files are, as the contract's ExportLinks, when nothing else can be reached. */
  exports?: unknown;
  /** Beside a refused sign-in: good for reading the reasons and for objecting to them. */
  token?: string;
}

/** A business refusal: an answer of the catalogue, sent with HTTP 200. Anything else thrown is a fault. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly detail: RefusalDetail;
  constructor(code: ErrorCode, detail: RefusalDetail = {}) {
    super(`refused with code ${code}${detail.reason ? ` (${detail.reason})` : ''}`);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }
}

/** `throw refuse(codes.insufficientBalance, { params: { missing: '3.20' } })`; the transaction is rolled back. */
export const refuse = (code: ErrorCode, detail?: RefusalDetail): Refusal => new Refusal(code, detail);
