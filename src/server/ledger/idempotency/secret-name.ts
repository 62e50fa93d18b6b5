const secret = /password|secret|token|id-number/i;

/** Returns whether a flag of this name is a secret that must never be stored in clear. */
export const isSecretName = (flag: string): boolean => secret.test(flag);
