/** Returns the SQLSTATE of a driver's error, also where drizzle has wrapped it. */
export const sqlState = (error: unknown): string | undefined => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string' && /^[0-9A-Z]{5}$/.test(one.code)) return one.code;
  }
  return undefined;
};

// While a database moves to another machine, its name or its address may lead nowhere; a full queue of its socket is
// EAGAIN.
const connectionErrors =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|EAGAIN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
// Connections lost or too many, memory or disk short, a statement or a wait that took too long, a session that was
// ended, starting up or shutting down, a standby that is not promoted yet: a later attempt can succeed.
const unavailableStates = /^(08...|53...|57014|57P0.|25006|25P0[34]|55P03)$/;
const unavailableMessages =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|not queryable/i;

/** Returns whether a database is temporarily unreachable or overloaded, and the statement itself is not at fault. */
export const isUnavailable = (error: unknown): boolean => {
  if (unavailableStates.test(sqlState(error) ?? '')) return true;
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && connectionErrors.test(String(one.code))) return true;
    if (unavailableMessages.test(one.message)) return true;
  }
  return false;
};

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
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && brokenMachine.has(String(one.code))) return true;
  return false;
};
