/** Returns whether an address may be opened outside Souk. Guest and host both check, as neither trusts the other. */
export const canOpen = (url: unknown): url is string =>
  typeof url === 'string' && /^(https:\/\/|mailto:|tel:)\S+$/i.test(url);
