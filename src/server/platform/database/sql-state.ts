/** An error with its causes: drizzle wraps those of a driver. */
function* causesOf(error: unknown): Generator<Error> {
  for (let one = error; one instanceof Error; one = one.cause) yield one;
}

/** Returns what the driver or the system says, also where drizzle has wrapped it. */
export const messageOf = (error: unknown): string => [...causesOf(error)].at(-1)?.message ?? String(error);

const codesOf = (error: unknown): string[] =>
  [...causesOf(error)].flatMap((one) => ('code' in one && typeof one.code === 'string' ? [one.code] : []));

/** Returns whether a code is a SQLSTATE, each of which has a digit, and not one of the system such as EPIPE. */
export const isSqlState = (code: string): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** Returns the SQLSTATE of a driver's error, also where drizzle has wrapped it. */
export const sqlState = (error: unknown): string | undefined => codesOf(error).find(isSqlState);

/** Returns whether an error is the system's, such as that of a full disk. */
export const isSystemError = (error: unknown): boolean =>
  codesOf(error).some((code) => /^E[A-Z]+$/.test(code));

// While a database moves to another machine, its name or its address may lead nowhere; a full queue of its socket is
// EAGAIN.
const connectionErrors =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|EAGAIN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
// Connections lost or too many, memory or disk short, a statement or a wait that took too long, a session that was
// ended, starting up or shutting down, a standby that is not promoted yet: a later attempt can succeed.
const unavailableStates = /^(08...|53...|57014|57P0.|25006|25P0[34]|55P03)$/;
const unavailableMessages =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|not queryable/i;

/**
 * Returns by what a database is temporarily unreachable or overloaded: its SQLSTATE, the system's code, or `connection`
 * where the driver names none. Null where it is not, or where the statement itself is at fault.
 */
export const unavailableKind = (error: unknown): string | null => {
  const state = sqlState(error);
  if (state && unavailableStates.test(state)) return state;
  const systemCode = codesOf(error).find((code) => connectionErrors.test(code));
  if (systemCode) return systemCode;
  return [...causesOf(error)].some(({ message }) => unavailableMessages.test(message)) ? 'connection' : null;
};

export const isUnavailable = (error: unknown): boolean => unavailableKind(error) !== null;

/** Returns whether it is a serialisation failure or a deadlock: a retry of the same work succeeds. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

/**
 * Returns whether it is a violated unique constraint: another transaction has inserted the value after it was looked
 * up. A retry of the same work finds the row and refuses with a reason.
 */
export const isDuplicate = (error: unknown): boolean => sqlState(error) === '23505';

const brokenMachine = new Set(['EIO', 'EROFS']);
// System errors of the database, unreadable settings, damaged files.
const brokenDatabase = /^(58...|F0...|XX00[12])$/;

/** Returns whether the database or its disk is broken: not a fault of the request, and not temporary. */
export const isCorrupt = (error: unknown): boolean => {
  if (brokenDatabase.test(sqlState(error) ?? '')) return true;
  return codesOf(error).some((code) => brokenMachine.has(code));
};
