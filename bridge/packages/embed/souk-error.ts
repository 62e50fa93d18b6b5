/** Why Souk is not there: no script of Souk's came, or the page has one of another address. */
export type LoadCode = 'unreachable' | 'other_origin';

/** An error with a code for programs, and a sentence with the remedy for people. */
export class SoukError<Code extends string = LoadCode> extends Error {
  override readonly name = 'SoukError';
  declare readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}
