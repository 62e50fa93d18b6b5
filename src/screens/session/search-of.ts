/** The query of an address, byte for byte: an invitation may stand in it in whatever form the inviter's page wrote it. */
export const searchOf = (url: string) => url.slice(url.search(/\?|$/)).split('#')[0] ?? '';
