// Captured when the module loads, so that scripts that patch these later (fetch wrappers, analytics) see no message.
export const { parse, stringify } = JSON;
export const { keys } = Object;
export const { isArray } = Array;
/** The built-in Promise, captured before another script can replace it. */
export const NativePromise = Promise;

/** Reports an error of a listener in the console without stopping the bridge. */
export const report = (error: unknown): void => globalThis.reportError?.(error);
