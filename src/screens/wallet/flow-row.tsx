import { useLocation } from 'preact-iso/router';
import type { FlowRow as Row } from '../../data/wallet.ts';
import { money, shortNo, signedMoney, time } from '../../lang/format.ts';
import { type TextKey, t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { classes } from '../../ui/classes.ts';
import { ArrowDownLeft } from '../../ui/icons/arrow-down-left.ts';
import { ArrowUpRight } from '../../ui/icons/arrow-up-right.ts';
import { CircleX } from '../../ui/icons/circle-x.ts';
import { Item } from '../../ui/item.tsx';
import type { Children, Tone } from '../../ui/props.ts';
import { ExplainedLine } from '../../ui/quotation.tsx';

interface Props {
  row: Row;
  currency: string | undefined;
  /** Whether rows of several accounts are shown together, so that each names its own. */
  account?: 'named';
  /** How the row says when it was: by the time alone below the day's name. */
  at?: typeof time;
  children?: Children;
}

/** One movement: its kind, its reference, the amount, and the balance after it. It leads to what it is about. */
export function FlowRow({ row, currency, account, at = time, children }: Props) {
  const { query } = useLocation();
  const { Icon, tone } = appearanceOf(row);
  const no = numberOf(row);
  const kind = kindOf(row);
  const href = no && no !== query.refNo ? hrefOf(row, no) : undefined;
  return (
    <Item
      media={
        <span className="tone" data-tone={tone}>
          <Icon />
        </span>
      }
      title={kind}
      label={href && `${kind} ${no}`}
      figure={<Moved row={row} currency={currency} />}
      note={
        <>
          {account && row.account && <>{t(`flow.account_${row.account}`)} · </>}
          {at(row.at)}
          {no && (
            <>
              {' · '}
              <Code>{shortNo(no)}</Code>
            </>
          )}
        </>
      }
      noteFigure={
        hasMoved(row) && (
          <>
            <span className="sr">{t('flow.balance_after')} </span>
            <Amount>{money(row.balanceAfter, currency)}</Amount>
          </>
        )
      }
      href={href}
    >
      {row.status !== 'completed' && (
        <p className="small dot" data-tone={row.status === 'failed' ? 'bad' : 'warn'}>
          {row.status === 'moderated' && row.withdrawal?.step === 'sent'
            ? t('flow.status_sent')
            : t(`flow.status_${row.status}`)}
        </p>
      )}
      {row.reason && (
        <p className={classes('small muted', href && 'clamp')} dir="auto">
          <ExplainedLine text={row.reason} of={row} />
        </p>
      )}
      {children}
    </Item>
  );
}

/** Returns whether a row moved money; a top-up that is checked or was refused has not. */
export const hasMoved = ({ balanceAfter }: Row): boolean =>
  balanceAfter !== null && balanceAfter !== undefined;

/** The amount with its sign. A failed withdrawal left the balance and came back by another row: only a top-up is struck. */
function Moved({ row, currency }: Pick<Props, 'row' | 'currency'>) {
  const { amount, direction, status } = row;
  if (!hasMoved(row) && status === 'failed')
    return (
      <s className="muted">
        <Amount>{money(amount, currency)}</Amount>
      </s>
    );
  const isIn = direction === 'in';
  return (
    <Amount tone={isIn && status !== 'failed' ? 'good' : undefined}>
      {signedMoney(isIn ? amount : `-${amount}`, currency)}
    </Amount>
  );
}

/** Returns the number of what a row is about; an id without one means nothing to a merchant. */
const numberOf = ({ refNo }: Row) => (refNo && !/^[a-z]{2,4}_[0-9a-z]{16}$/.test(refNo) ? refNo : undefined);

/** Returns where a row leads: of an order or a hold to all its rows, of a recharge or withdrawal to its timeline. */
function hrefOf({ refType, recharge, withdrawal }: Row, no: string): string | undefined {
  if (refType === 'order' || refType === 'hold') return paths.walletFlow.href({ refNo: no });
  return recharge || withdrawal ? paths.history.href({ no }) : undefined;
}

function appearanceOf(row: Row): { Icon: typeof CircleX; tone: Tone } {
  if (row.status === 'failed') return { Icon: CircleX, tone: 'bad' };
  return row.direction === 'in'
    ? { Icon: ArrowDownLeft, tone: 'good' }
    : { Icon: ArrowUpRight, tone: 'calm' };
}

/** Returns the text of a kind; one that this version does not know is shown as the server names it. */
function kindOf({ kind }: Row) {
  return t(`flow.kind_${kind}` satisfies TextKey) || kind;
}
