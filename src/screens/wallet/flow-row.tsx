import type { FlowRow as Row } from '../../data/wallet.ts';
import { money, signedMoney, time } from '../../lang/format.ts';
import { type TextKey, t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { ArrowDownLeft } from '../../ui/icons/arrow-down-left.ts';
import { ArrowUpRight } from '../../ui/icons/arrow-up-right.ts';
import { CircleX } from '../../ui/icons/circle-x.ts';
import type { Tone } from '../../ui/props.ts';

interface Props {
  row: Row;
  currency: string | undefined;
  /** Whether rows of several accounts are shown together, so that each names its own. */
  account?: 'named';
}

/** One movement: its kind, its reference, the amount, and the balance after it. */
export function FlowRow({ row, currency, account }: Props) {
  const { Icon, tone } = appearanceOf(row);
  // A failed withdrawal left the balance and came back by another row: only a refused recharge moved nothing.
  const hasMoved = row.balanceAfter !== null && row.balanceAfter !== undefined;
  const signed = row.direction === 'in' ? row.amount : `-${row.amount}`;
  return (
    <li className="row top">
      <IconTile tone={tone}>
        <Icon />
      </IconTile>
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
            {hasMoved || row.status !== 'failed' ? (
              <strong>
                <Amount tone={tone === 'good' ? 'good' : undefined}>{signedMoney(signed, currency)}</Amount>
              </strong>
            ) : (
              <s className="muted">
                <Amount>{money(row.amount, currency)}</Amount>
              </s>
            )}
            {hasMoved && (
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
            {row.status === 'moderated' && row.withdrawal?.step === 'sent'
              ? t('flow.status_sent')
              : t(`flow.status_${row.status}`)}
          </p>
        )}
        {row.reason && (
          <p className="small muted" dir="auto">
            {row.reason}
          </p>
        )}
      </div>
    </li>
  );
}

/** The reference: of an order or a hold it leads to all its rows, of a recharge or withdrawal to its timeline. */
function Reference({ row: { refNo, refType, recharge, withdrawal } }: Pick<Props, 'row'>) {
  // Without a number there is only an id, which means nothing to a merchant.
  if (!refNo || /^[a-z]{2,4}_[0-9a-z]{16}$/.test(refNo)) return null;
  const code = <Code>{refNo}</Code>;
  const hasRows = refType === 'order' || refType === 'hold';
  if (!(hasRows || recharge || withdrawal)) return <p className="small muted">{code}</p>;
  return (
    <a
      className="small muted hit"
      href={hasRows ? paths.walletFlow.href({ refNo }) : paths.history.href({ no: refNo })}
    >
      {code}
    </a>
  );
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
