import { useLocation } from 'preact-iso/router';
import type { FlowRow as Row } from '../../data/wallet.ts';
import { money, shortNo, type TextKey, t, time } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { classes } from '../../ui/classes.ts';
import { Item } from '../../ui/item.tsx';
import { hasMoved, Moved, signOf } from '../../ui/moved.tsx';
import type { Children } from '../../ui/props.ts';
import { ExplainedLine } from '../../ui/quotation.tsx';
import { Thumb } from '../../ui/thumb.tsx';

interface Props {
  row: Row;
  currency: string | undefined;
  /** Of several accounts each row names its own; the latest of all name the goods instead, and no balance. */
  layout?: 'accounts' | 'latest';
  /** How the row says when it was: by the time alone below the day's name. */
  at?: typeof time;
  /** It shows both sides of a move between the merchant's own accounts. */
  isMove?: boolean;
  children?: Children;
}

/** One movement: its kind, its reference, the amount, and the balance after it. It leads to what it is about. */
export function FlowRow({ row, currency, layout, at = time, isMove, children }: Props) {
  const { query } = useLocation();
  const { Icon, tone } = signOf(row);
  const no = numberOf(row);
  const kind = kindOf(row);
  const href = no && no !== query.refNo ? hrefOf(row, no) : undefined;
  const goods = layout === 'latest' && row.goods;
  const about = goods ? <bdi>{goods.name}</bdi> : no && <Code>{shortNo(no)}</Code>;
  return (
    <Item
      media={
        row.goods ? (
          <Thumb src={row.goods.image} size={40} />
        ) : (
          <span className="mark" data-tone={isMove ? 'calm' : tone}>
            <Icon />
          </span>
        )
      }
      title={kind}
      label={href && `${kind} ${no}`}
      figure={<Moved row={row} currency={currency} isMove={isMove} />}
      note={
        <>
          {layout === 'accounts' && row.account && <>{t(`flow.account_${row.account}`)} · </>}
          {at(row.at)}
          {about && (
            <>
              {' · '}
              {about}
            </>
          )}
        </>
      }
      noteFigure={
        layout !== 'latest' &&
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

/**
 * Leaves out of rows of several accounts the side from which money only moved to another account of the merchant's, and
 * returns the ids of the other sides, which show the move alone: so the rows add up to what came and went.
 */
export function mergeMoves(rows: readonly Row[]): { shown: readonly Row[]; moves: ReadonlySet<string> } {
  const sideOf = (row: Row, direction: Row['direction']) =>
    rows.find(
      (other) =>
        row.ledger &&
        other.ledger?.seq === row.ledger.seq &&
        other.direction === direction &&
        other.amount === row.amount,
    );
  const shown = rows.filter((row) => row.direction === 'in' || !sideOf(row, 'in'));
  const moves = shown.filter((row) => row.direction === 'in' && sideOf(row, 'out'));
  return { shown, moves: new Set(moves.map(({ id }) => id)) };
}

/** Returns the number of what a row is about; an id without one means nothing to a merchant. */
const numberOf = ({ refNo }: Row) => (refNo && !/^[a-z]{2,4}_[0-9a-z]{16}$/.test(refNo) ? refNo : undefined);

/** Returns where a row leads: of an order or a hold to all its rows, of a recharge or withdrawal to its timeline. */
function hrefOf({ refType, recharge, withdrawal }: Row, no: string): string | undefined {
  if (refType === 'order' || refType === 'hold') return paths.walletFlow.href({ refNo: no });
  return recharge || withdrawal ? paths.history.href({ no }) : undefined;
}

/** Returns the text of a kind; one that this version does not know is shown as the server names it. */
function kindOf({ kind }: Row) {
  return t(`flow.kind_${kind}` satisfies TextKey) || kind;
}
