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
  /** The amount only changed its account: it has no sign and is grey, as nothing came or went. */
  isMove?: boolean | undefined;
}

/** Returns whether what reaches an account has come in: what is put on hold or deposited was the merchant's already. */
export const hasComeIn = (account: Row['account'] | undefined): boolean =>
  account !== 'frozen' && account !== 'deposit';

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
  if (isMove) return <Amount className="read muted">{money(amount, currency)}</Amount>;
  const isIn = direction === 'in';
  return (
    <Amount tone={isIn && status === 'completed' && hasComeIn(row.account) ? 'good' : undefined}>
      {signedMoney(isIn ? amount : `-${amount}`, currency)}
    </Amount>
  );
}

/** Returns the icon of a movement and its tone: that money came, went, or did neither; what is under review has not come. */
export function signOf(row: Row): { Icon: typeof CircleX; tone: Tone } {
  if (row.status === 'failed') return { Icon: CircleX, tone: 'bad' };
  if (row.direction === 'out') return { Icon: ArrowUpRight, tone: 'calm' };
  if (!hasComeIn(row.account)) return { Icon: Lock, tone: 'calm' };
  return { Icon: ArrowDownLeft, tone: row.status === 'completed' ? 'good' : 'calm' };
}
