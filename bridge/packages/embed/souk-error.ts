import type { SoukEventCode } from '../../../src/embed/events.ts';

/** Why Souk is not there: no script of Souk's came, or the page has one of another address. */
export type LoadCode = 'unreachable' | 'other_origin';

/** Codes of `onError`: why Souk did not load, that no session was opened, or what Souk says of itself. */
export type SoukErrorCode = LoadCode | 'no_token' | SoukEventCode;

/** An error with a code for programs, and a sentence with the remedy for people. */
export class SoukError<Code extends SoukErrorCode = SoukErrorCode> extends Error {
  override readonly name = 'SoukError';
  declare readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}
