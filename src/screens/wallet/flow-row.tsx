import type { FlowRow as Row } from '../../data/wallet.ts';
import { money, signedMoney, time } from '../../lang/format.ts';
import { type TextKey, t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { ArrowDownLeft } from '../../ui/icons/arrow-down-left.ts';
import { ArrowUpRight } from '../../ui/icons/arrow-up-right.ts';
import { CircleX } from '../../ui/icons/circle-x.ts';
import { Mark } from '../../ui/mark.tsx';
import type { Tone } from '../../ui/props.ts';

interface Props {
  row: Row;
  currency: string | undefined;
  /** Where rows of several accounts stand together, each names its own. */
  account?: 'named';
}

/** One movement: what it was, what it belongs to, how much, and what was left. */
export function FlowRow({ row, currency, account }: Props) {
  const { Icon, tone } = look(row);
  const signed = row.direction === 'in' ? row.amount : `-${row.amount}`;
  return (
    <li className="row top">
      <Mark tone={tone}>
        <Icon />
      </Mark>
      <div className="grow">
        <div className="row top">
          <div className="grow">
            <p>{kindOf(row)}</p>
            <p className="small muted">
              {account && row.account && <>{t(`flow.account_${row.account}`)} · </>}
              {time(row.at)}
            </p>
          </div>
          <div className="end">
            {row.status === 'failed' ? (
              <s className="muted">
                <Amount>{money(row.amount, currency)}</Amount>
              </s>
            ) : (
              <strong>
                <Amount tone={tone === 'good' ? 'good' : undefined}>{signedMoney(signed, currency)}</Amount>
              </strong>
            )}
            {row.balanceAfter !== null && row.balanceAfter !== undefined && (
              <p className="small muted">
                <span className="sr">{t('flow.balance_after')}</span>{' '}
                <Amount>{money(row.balanceAfter, currency)}</Amount>
              </p>
            )}
          </div>
        </div>
        {row.refNo && <Reference row={row} />}
        {row.status !== 'completed' && (
          <p className="small tone" data-tone={row.status === 'failed' ? 'bad' : 'warn'}>
            {t(`flow.status_${row.status}`)}
          </p>
        )}
        {row.reason && <p className="small muted">{row.reason}</p>}
      </div>
    </li>
  );
}

/** An order's number leads to all rows of that order, that of a recharge or withdrawal to its time line. */
function Reference({ row: { refNo, refType, recharge, withdrawal } }: Pick<Props, 'row'>) {
  const code = <Code>{refNo}</Code>;
  const isOrder = refType === 'order';
  if (!refNo || !(isOrder || recharge || withdrawal)) return <p className="small muted">{code}</p>;
  return (
    <a
      className="small muted hit"
      href={isOrder ? paths.walletFlow.href({ refNo }) : paths.history.href({ no: refNo })}
    >
      {code}
    </a>
  );
}

function look(row: Row): { Icon: typeof CircleX; tone: Tone } {
  if (row.status === 'failed') return { Icon: CircleX, tone: 'bad' };
  return row.direction === 'in'
    ? { Icon: ArrowDownLeft, tone: 'good' }
    : { Icon: ArrowUpRight, tone: 'calm' };
}

/** A kind that this version does not know is shown in the server's word. */
function kindOf({ kind }: Row) {
  return t(`flow.kind_${kind}` satisfies TextKey) || kind;
}
