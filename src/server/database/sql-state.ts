/** The SQLSTATE of a driver's error, also where drizzle has wrapped it. */
export const sqlState = (error: unknown): string | undefined => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string' && /^[0-9A-Z]{5}$/.test(one.code)) return one.code;
  }
  return undefined;
};

const lost = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
// Connections lost or too many, memory or disk short, a statement or a wait that took too long, a session that was
// ended, starting up or shutting down: another time it will do.
const away = /^(08...|53...|57014|57P0.|25P0[34]|55P03)$/;
const said = /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|not queryable/i;

/** Whether a database is out of reach or out of breath just now, rather than at odds with what it was asked. */
export const isAway = (error: unknown): boolean => {
  if (away.test(sqlState(error) ?? '')) return true;
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && lost.has(String(one.code))) return true;
    if (said.test(one.message)) return true;
  }
  return false;
};

/** Serialisation failure and deadlock: the same work succeeds when it is done again. */
export const isPassing = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

const brokenMachine = new Set(['EIO', 'EROFS']);
// An operating system that fails the database, its settings unreadable, its files damaged.
const brokenDatabase = /^(58...|F0...|XX00[12])$/;

/** Whether what the server stands on is broken: nothing that was asked, and nothing that passes by itself. */
export const isBroken = (error: unknown): boolean => {
  if (brokenDatabase.test(sqlState(error) ?? '')) return true;
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && brokenMachine.has(String(one.code))) return true;
  return false;
};
