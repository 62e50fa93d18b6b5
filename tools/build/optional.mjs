/**
 * Imports a module that needs a package that `npm ci --omit=dev` leaves out; null where it is missing. The served files
 * are complete without it: it makes chunks smaller, or types and schemas for developers.
 */
export const ifInstalled = (load) =>
  load().catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('Cannot find package')) return null;
    throw error;
  });
