import { createHash } from 'node:crypto';
import type { withdrawals } from '../../schema/withdrawals.ts';

type Paid = Pick<typeof withdrawals.$inferSelect, 'id' | 'amount' | 'fee' | 'payTo' | 'proof'>;

/**
 * Returns the hash of a withdrawal's payee, amount, fee and proof, which its postings carry: none of them can be
 * replaced afterwards without being found.
 */
export function payoutHash({ id, amount, fee, payTo, proof }: Paid): string {
  const { type, bankName, accountName, branchNo, number, note } = payTo;
  const content = [
    id,
    amount.toString(),
    fee.toString(),
    type,
    bankName,
    accountName,
    branchNo,
    number,
    note,
    proof,
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
