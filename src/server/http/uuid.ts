const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether a text has the form of a UUID, as every idempotency key has. */
export const isUuid = (text: string): boolean => uuid.test(text);
