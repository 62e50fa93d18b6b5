const secret = /password|secret|token|idnumber|^buyer$/i;

/** Returns whether a flag of this name is a secret, or a person's name, that must never be stored in clear. */
export const isSecretName = (flag: string): boolean => secret.test(flag);
