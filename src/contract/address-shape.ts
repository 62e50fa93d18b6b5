/** How a TRON address looks: base58 of 25 bytes, the first of which makes it begin with T. */
export const tronShape = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** How an address of the Ethereum form looks: 20 bytes in hex. */
export const etherShape = /^0x[0-9a-fA-F]{40}$/;
