import type { Output } from '../contract/calls.ts';
import { money, signedMoney } from '../lang/index.ts';
import { Amount } from './amount.tsx';
import { ArrowDownLeft } from './icons/arrow-down-left.ts';
import { ArrowUpRight } from './icons/arrow-up-right.ts';
import { CircleX } from './icons/circle-x.ts';
import { Lock } from './icons/lock.ts';
import type { Tone } from './props.ts';

type Row = Output<'POST /v1/user/wallet_flow'>['list'][number];

/** Returns whether a row moved money; a top-up that is checked or was refused has not. */
export const hasMoved = ({ balanceAfter }: Row): boolean =>
  balanceAfter !== null && balanceAfter !== undefined;

interface MovedProps {
  row: Row;
  currency: string | undefined;
  /** The amount only changed its account: it has no sign and no colour, as nothing came or went. */
  isMove?: boolean | undefined;
}

/** Returns whether what reaches an account can be spent: while it is coming, on hold or a deposit it is out of reach. */
export const isUsable = (account: Row['account'] | undefined): boolean => !account || account === 'available';

/**
 * The amount of a movement with its sign: `<Moved row={row} currency={page.currency} />`. A failed withdrawal left the
 * balance and came back by another row: only a top-up is struck.
 */
export function Moved({ row, currency, isMove = false }: MovedProps) {
  const { amount, direction, status } = row;
  if (!hasMoved(row) && status === 'failed')
    return (
      <s className="muted">
        <Amount>{money(amount, currency)}</Amount>
      </s>
    );
  const isIn = direction === 'in';
  return (
    <Amount tone={isIn && !isMove && status === 'completed' && isUsable(row.account) ? 'good' : undefined}>
      {isMove ? money(amount, currency) : signedMoney(isIn ? amount : `-${amount}`, currency)}
    </Amount>
  );
}

/** Returns the icon of a movement and its tone: that money came, went, or did neither; what is under review has not come. */
export function signOf(row: Row): { Icon: typeof CircleX; tone: Tone } {
  if (row.status === 'failed') return { Icon: CircleX, tone: 'bad' };
  if (row.direction === 'out') return { Icon: ArrowUpRight, tone: 'calm' };
  if (!isUsable(row.account)) return { Icon: Lock, tone: 'calm' };
  return { Icon: ArrowDownLeft, tone: row.status === 'completed' ? 'good' : 'calm' };
}
