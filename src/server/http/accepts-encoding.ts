/** Returns whether an `accept-encoding` header accepts an encoding; `;q=0` refuses it. */
export const acceptsEncoding = (header: string, encoding: 'br' | 'gzip'): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(header);
