/** What goes on while a restriction is in force under which a merchant goes on working, the gravest first. */
export const stillWorking = {
  wallet_frozen: 'pay_from_escrow',
  withdrawal_prohibited: 'sell_and_pay',
  listing: 'sell_and_withdraw',
} as const;
type Working = keyof typeof stillWorking;

/** The restrictions under which a merchant goes on working, the gravest first; others close the account. */
export const workingRestrictions = Object.keys(stillWorking) as Working[];

/** Returns what goes on under restrictions, which the gravest of them says; undefined where none works. */
export function stillUnder(
  list: readonly { kind: string }[] = [],
): (typeof stillWorking)[Working] | undefined {
  const gravest = workingRestrictions.find((kind) => list.some((one) => one.kind === kind));
  return gravest && stillWorking[gravest];
}
