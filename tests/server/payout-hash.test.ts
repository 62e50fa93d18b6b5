import { expect, it } from 'vitest';
import { payoutHash } from '../../src/server/services/withdrawals/payout-hash.ts';

it('the hash of a payout stays the SHA-256 of these fields in this order, as earlier postings carry it', () => {
  const payTo = {
    type: 'bank_card',
    bankName: 'Bank of Nowhere',
    accountName: 'Amina Diallo',
    branchNo: 'Main',
    number: '6222000000000001',
    note: 'shop',
    usableFrom: '2026-01-01T00:00:00.000Z',
  } as const;
  expect(payoutHash({ id: 'wd_1', amount: 12_000_000n, fee: 500_000n, payTo, proof: 'TX-9' })).toBe(
    'b5ac21ca233e9a52c1880e187f2d319ffb4b27c135e3e7d7a49f075ed242418f',
  );
});
