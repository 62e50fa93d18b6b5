import type { FlowRow } from '../../data/wallet.ts';
import { money, shortNo, t, time } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { classes } from '../../ui/classes.ts';
import { Item } from '../../ui/item.tsx';
import { Moved, signOf } from '../../ui/moved.tsx';
import type { Children, Tone } from '../../ui/props.ts';
import { ExplainedLine } from '../../ui/quotation.tsx';

const tones: Record<FlowRow['status'], Tone> = { completed: 'good', failed: 'bad', moderated: 'warn' };

/** Returns the result of a recharge or withdrawal, in the specification's three statuses, and its tone. */
function resultOf({ withdrawal, recharge, status: shown }: FlowRow): readonly [Tone, string] | undefined {
  const status = withdrawal?.status ?? recharge?.status ?? shown;
  if (!(status in tones)) return undefined;
  if (withdrawal?.waiting?.state === 'recalled') return ['warn', t('accounts.step.recalled')];
  // A sent one has passed its review: only the confirmation of its arrival is missing.
  if (status === 'moderated' && withdrawal?.step === 'sent') return ['info', t('accounts.step.sent')];
  return [tones[status], t(`accounts.result.${status}`)];
}

/** The result, its tone in a dot; nothing for one that this version does not know. */
export function Result({ row }: { row: FlowRow }) {
  const [tone, words] = resultOf(row) ?? [];
  return (
    words && (
      <span className="dot" data-tone={tone}>
        {words}
      </span>
    )
  );
}

/** Returns whether a movement failed. */
export const isFailed = (row: FlowRow) => (row.withdrawal ?? row.recharge ?? row).status === 'failed';

export const nameOf = ({ kind }: FlowRow) =>
  kind === 'recharge' ? t('flow.kind_recharge') : t('flow.kind_withdraw');

/** Where the money went, or which way it came. */
function Way({ row: { withdrawal, recharge } }: { row: FlowRow }) {
  if (!withdrawal) return <bdi>{recharge?.channel}</bdi>;
  const { bankName, type, last4 } = withdrawal.account;
  return (
    <>
      <bdi>{bankName ?? t(`accounts.type.${type}`)}</bdi> <Code>•••• {last4}</Code>
    </>
  );
}

interface HistoryRowProps {
  row: FlowRow;
  currency: string | undefined;
  children?: Children;
}

/** One recharge or withdrawal, below the name of its day; it opens its timeline. Its result is shown unless it is complete. */
export function HistoryRow({ row, currency, children }: HistoryRowProps) {
  const { withdrawal, recharge, refNo } = row;
  const decided = [withdrawal, recharge, row].find((one) => one?.reason);
  const failed = isFailed(row);
  const isDone = resultOf(row)?.[0] === 'good';
  const { Icon, tone } = signOf(failed ? { ...row, status: 'failed' } : row);
  return (
    <Item
      media={
        <span className="tone" data-tone={tone}>
          <Icon />
        </span>
      }
      title={nameOf(row)}
      label={refNo ? `${nameOf(row)} ${refNo}` : undefined}
      figure={
        failed ? (
          <s className="muted">
            <Amount>{money(row.amount, currency)}</Amount>
          </s>
        ) : (
          <Moved row={row} currency={currency} />
        )
      }
      note={
        <>
          {time(row.at)}
          {refNo && (
            <>
              {' · '}
              <Code>{shortNo(refNo)}</Code>
            </>
          )}
        </>
      }
      noteFigure={<Way row={row} />}
      href={refNo ? paths.history.href({ no: refNo }) : undefined}
    >
      {!isDone && (
        <p className="small">
          <Result row={row} />
        </p>
      )}
      {failed && decided?.reason && (
        <p className={classes('small muted', Boolean(refNo) && 'clamp')} dir="auto">
          <ExplainedLine text={decided.reason} of={decided} />
        </p>
      )}
      {children}
    </Item>
  );
}
