import type { Clock } from './clock.ts';

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Writes one line per event. Never pass a request's body or headers: they contain passwords and tokens. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
}

const line = (at: Date, level: string, event: string, fields: LogFields): string =>
  `${JSON.stringify({ at: at.toISOString(), level, event, ...fields })}\n`;

// A database's message contains the values of its statement, and a parser's message its input, so of those only code
// and location are logged; messages of Souk's own errors contain no values.
const isOwnError = (error: Error & { code?: string }): boolean =>
  error.code === undefined && (error.constructor === Error || error instanceof TypeError);

const errorFields = (error: unknown): LogFields => {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = (error.cause ?? error) as Error & { code?: string };
  const isOwn = cause === error && isOwnError(cause);
  const stack = error.stack?.split('\n').filter((one) => /^\s+at /.test(one));
  return {
    error: cause.name,
    code: cause.code,
    message: isOwn ? error.message : undefined,
    stack: stack?.slice(0, 5).join(' |'),
  };
};

export const streamLog = (stream: { write(text: string): unknown }, { now }: Clock): Log => ({
  info: (event, fields = {}) => void stream.write(line(now(), 'info', event, fields)),
  error: (event, error, fields = {}) =>
    void stream.write(line(now(), 'error', event, { ...fields, ...errorFields(error) })),
});

export const silentLog: Log = { info() {}, error() {} };
