import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEtherAddress, isTronAddress } from '../../src/contract/address.ts';

// Public contract addresses of TRON tokens.
const tron = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'];
// The examples of EIP-55 itself.
const ether = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

// A right checksum over the version 0x42, which is no TRON address although it starts with T.
const otherVersion = 'Tas3vExdmvHHZhkC1z5ByHT3Szd491AdKz';

const swap = (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at + 1);

describe('a TRON address', () => {
  test.each(tron)('%s is well formed', (address) => {
    expect(isTronAddress(address)).toBe(true);
  });

  test('fails with any one letter mistyped', () => {
    const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    const typo = fc.record({
      address: fc.constantFrom(...tron),
      at: fc.integer({ min: 1, max: 33 }),
      letter: fc.constantFrom(...letters),
    });
    fc.assert(
      fc.property(typo, ({ address, at, letter }) => {
        fc.pre(address[at] !== letter);
        return !isTronAddress(swap(address, at, letter));
      }),
    );
  });

  test.each([
    '',
    'T',
    tron[0]?.slice(0, 33),
    `${tron[0]}t`,
    tron[0]?.toLowerCase(),
    otherVersion,
    ether[0],
    `T${'0'.repeat(33)}`,
  ])('is not %j', (text) => {
    expect(isTronAddress(text ?? '')).toBe(false);
  });
});

describe('an address of the Ethereum form', () => {
  test.each(ether)('%s carries a right checksum', (address) => {
    expect(isEtherAddress(address)).toBe(true);
  });

  test.each(ether)('%s in one case carries no checksum and is let through', (address) => {
    expect(isEtherAddress(address.toLowerCase())).toBe(true);
    expect(isEtherAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(true);
  });

  test.each(ether)('%s fails with one letter in the other case', (address) => {
    const at = address.slice(2).search(/[a-f]/) + 2;
    expect(isEtherAddress(swap(address, at, (address[at] ?? '').toUpperCase()))).toBe(false);
  });

  test.each(['', '0x', ether[0]?.slice(2), `${ether[0]}0`, ether[0]?.replace('5', 'g'), tron[0]])(
    'is not %j',
    (text) => {
      expect(isEtherAddress(text ?? '')).toBe(false);
    },
  );
});
