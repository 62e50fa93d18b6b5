/** The database exists but must not be used; the message is a sentence that says what to do. */
export class DatabaseRefused extends Error {
  readonly reason: 'in-use' | 'other-version' | 'unreadable' | 'unreachable' | 'unsafe';
  constructor(message: string, reason: DatabaseRefused['reason'], cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseRefused';
    this.reason = reason;
  }
}
