/** The form of a TRON address: base58 of 25 bytes, the first of which makes it begin with T. */
export const tronShape = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** The form of an Ethereum address: 20 bytes in hex. */
export const etherShape = /^0x[0-9a-fA-F]{40}$/;
