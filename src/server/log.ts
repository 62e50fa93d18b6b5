import type { Clock } from './clock.ts';

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** One line an event. Never hand in a request's body or headers: they hold passwords and tokens. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
}

const line = (at: Date, level: string, event: string, fields: LogFields): string =>
  `${JSON.stringify({ at: at.toISOString(), level, event, ...fields })}\n`;

// A database's message repeats the values of its statement, and a parser's what it could not read, so of those only
// code and place are kept; what our own code throws says no values.
const isOurs = (error: Error & { code?: string }): boolean =>
  error.code === undefined && (error.constructor === Error || error instanceof TypeError);

const facts = (error: unknown): LogFields => {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = (error.cause ?? error) as Error & { code?: string };
  const ours = cause === error && isOurs(cause);
  const stack = error.stack?.split('\n').filter((one) => /^\s+at /.test(one));
  return {
    error: cause.name,
    code: cause.code,
    message: ours ? error.message : undefined,
    stack: stack?.slice(0, 5).join(' |'),
  };
};

export const streamLog = (stream: { write(text: string): unknown }, { now }: Clock): Log => ({
  info: (event, fields = {}) => void stream.write(line(now(), 'info', event, fields)),
  error: (event, error, fields = {}) =>
    void stream.write(line(now(), 'error', event, { ...fields, ...facts(error) })),
});

export const silentLog: Log = { info() {}, error() {} };
