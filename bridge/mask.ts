const hidden = '***';

/**
 * Hides possible secrets in a text: the given ones wherever they occur, and each unbroken run of 24 characters or more,
 * which is what tokens and keys look like. Hides too much rather than too little.
 * @example mask('GET /v1/me with k3y', ['k3y']) // 'GET /v1/me with ***'
 */
export const mask = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, hidden), text).replace(/[\w~+=-]{24,}/g, hidden);
