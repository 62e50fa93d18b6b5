// One file: the rule, what it would change, and the button that changes it.

import { type CSSProperties, useMemo, useRef, useState } from 'react';
import { isWritable, parseMoney } from '../../contract/money.ts';
import { endings, maxRepriced } from '../../contract/price-rule.ts';
import { isStateConflict } from '../../data/command.ts';
import {
  type Repriced,
  repricing,
  repricingPreviewResource,
  type ShowcaseItem,
} from '../../data/showcase.ts';
import { toast } from '../../data/toast.ts';
import { currencyOfShop, money, number, t, tn } from '../../lang/index.ts';
import { decimalsOfShop } from '../../lang/typed-amount.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Item } from '../../ui/item.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { problemText, useCommand } from '../command/use-command.ts';
import { goodsProblem } from './goods-problem.ts';
import { PercentField, readRule } from './percent-field.tsx';
import { marginOf } from './profit.tsx';
import { undoRepricing } from './reprice-undo.ts';

const ways = ['raise', 'lower', 'margin'] as const;
type Way = (typeof ways)[number];
type Ending = (typeof endings)[number] | 'any';
type Row = Repriced['rows'][number];

interface Props {
  rows: readonly ShowcaseItem[];
  /** They are all that the shop has listed. */
  isWholeShop: boolean;
  currency: string | undefined;
  onDone: () => void;
  onClose: () => void;
}

/** More are not read on a phone; those that lose are the first. */
const maxShown = 40;

/** Changes the prices of several goods by one rule, and shows before what each would be, those that lose first. */
export default function RepriceSheet({ rows: picked, isWholeShop, currency, onDone, onClose }: Props) {
  const [way, setWay] = useState<Way>('raise');
  const [typed, setTyped] = useState('');
  const [ending, setEnding] = useState<Ending>('any');
  const { state, error, isBusy, send } = useCommand(repricing);
  const request = useMemo(() => ({ way, typed, ending }), [way, typed, ending]);
  const settled = useDebounced(request);
  const isSettled = settled === request;
  const { rows, target } = targetOf(picked, isWholeShop);
  const rule = ruleOf(settled);
  const input = rule && { ...target, ...rule };
  const preview = input && repricingPreviewResource.ask(input).value;
  const answered = isSettled && !preview?.loading ? preview?.data : undefined;
  // The rows of the rule before stay until those of the next one are here.
  const last = useRef<Repriced>(undefined);
  last.current = preview ? (preview.data ?? last.current) : undefined;
  const changing = answered?.rows.filter(isChanged).length ?? 0;

  const apply = async () => {
    if (!input || !answered) return;
    const result = await send({ ...input, quoteId: answered.quoteId });
    if (result.state !== 'done') {
      if (isStateConflict(result.error)) void repricingPreviewResource.refetch(input);
      return;
    }
    const { repriceId, rows: changed } = result.output;
    const count = changed.filter(isChanged).length;
    toast(
      () => tn('goods.bulk.done', count),
      'good',
      repriceId ? () => void undoRepricing(repriceId) : undefined,
    );
    onDone();
  };

  const refusal =
    readRule(way, typed).problem ?? (preview?.error && isSettled ? problemText(preview.error) : undefined);
  const problem = goodsProblem(state, error);
  return (
    <Sheet title={tn('goods.bulk.title', rows.length)} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (changing > 0 && !isBusy) void apply();
        }}
      >
        <Choices<Way>
          shape="segments"
          label={t('goods.bulk.rule')}
          items={ways.map((value) => ({ value, label: t(`goods.bulk.${value}`) }))}
          value={way}
          onPick={setWay}
        />
        <PercentField
          label={t(way === 'margin' ? 'goods.margin' : 'goods.bulk.percent')}
          value={typed}
          error={refusal}
          onType={setTyped}
        />
        {decimalsOfShop() > 1 && <Endings value={ending} onPick={setEnding} />}
        <Preview
          rows={rows}
          changes={last.current?.rows}
          busy={Boolean(input) && !answered && !preview?.error}
          currency={currency}
        />
        <div className="foot stack tight">
          <p className="sr" role="status">
            {changing > 0 && tn('goods.bulk.apply', changing)}
          </p>
          {problem && (
            <Note tone={isBusy ? 'warn' : 'bad'} role="alert">
              {problem}
            </Note>
          )}
          <Button kind="primary" block type="submit" busy={isBusy} waiting={changing === 0}>
            {tn('goods.bulk.apply', changing || rows.length)}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

const isChanged = ({ refused, oldPrice, newPrice }: Row) => !refused && oldPrice !== newPrice;

/**
 * Returns the goods whose prices change, and how the server is told. A rule names at most a thousand: a whole shop needs no
 * names, and of a larger selection only the first change.
 */
function targetOf(picked: readonly ShowcaseItem[], isWholeShop: boolean) {
  if (isWholeShop && picked.length > maxRepriced) return { rows: picked, target: { all: true as const } };
  const rows = picked.slice(0, maxRepriced);
  return { rows, target: { ids: rows.map(({ id }) => id) } };
}

function ruleOf({ way, typed, ending }: { way: Way; typed: string; ending: Ending }) {
  const { value: rule } = readRule(way, typed);
  return rule && { rule, ...(ending !== 'any' && { ending }) };
}

/** What the prices end on, as the currency writes it. */
function Endings({ value, onPick }: { value: Ending; onPick: (value: Ending) => void }) {
  // Isolated, as its sign would stand at its end from right to left.
  const text = (ending: string) =>
    `\u2066${number(Number(ending), { minimumFractionDigits: 2 }).replace(/^\D*\d/, '')}\u2069`;
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {t('goods.bulk.ending')}
      </span>
      <Choices<Ending>
        shape="segments"
        label={t('goods.bulk.ending')}
        items={[
          { value: 'any', label: t('goods.bulk.any') },
          ...endings
            .filter((ending) => isWritable(parseMoney(ending), currencyOfShop()))
            .map((ending) => ({ value: ending, label: text(ending) })),
        ]}
        value={value}
        onPick={onPick}
      />
    </div>
  );
}

interface PreviewProps {
  rows: readonly ShowcaseItem[];
  /** Undefined until a rule was answered: then the prices are as they are. */
  changes: readonly Row[] | undefined;
  busy: boolean;
  currency: string | undefined;
}

function Preview({ rows, changes, busy, currency }: PreviewProps) {
  const shown = [...(changes ?? rows.map(unchanged))].sort(byLoss);
  return (
    <>
      <ul className="items" style={flushStyle} aria-busy={busy || undefined}>
        {shown.slice(0, maxShown).map((row) => (
          <PreviewRow key={row.id} row={row} currency={currency} />
        ))}
      </ul>
      {shown.length > maxShown && (
        <p className="small muted">{tn('goods.and_more', shown.length - maxShown)}</p>
      )}
    </>
  );
}

/** Without a surface of its own: its rows begin where the fields do. */
const flushStyle = { '--gap': '0px', boxShadow: 'none' } as CSSProperties;

const unchanged = ({ id, name, image, sellingPrice, expectedProfit }: ShowcaseItem): Row => ({
  id,
  name,
  image,
  oldPrice: sellingPrice,
  newPrice: sellingPrice,
  profit: expectedProfit,
});

/** What stays as it is, as it would be sold at a loss, comes first; then what leaves the least. */
const byLoss = (one: Row, other: Row) =>
  Number(Boolean(other.refused)) - Number(Boolean(one.refused)) || Number(one.profit) - Number(other.profit);

function PreviewRow({ row, currency }: { row: Row; currency: string | undefined }) {
  const { name, image, oldPrice, newPrice, profit, refused } = row;
  return (
    <Item
      media={<Thumb src={image} size={40} />}
      title={<span className="clamp">{name}</span>}
      figure={
        <>
          {isChanged(row) && (
            <del className="small muted read">
              <Amount>{money(oldPrice, currency)}</Amount>
            </del>
          )}{' '}
          <Amount>{money(refused ? oldPrice : newPrice, currency)}</Amount>
        </>
      }
      note={
        refused ? (
          <span className="tone" data-tone="bad">
            {t(`goods.bulk.refused.${refused}`)}
          </span>
        ) : (
          marginOf(profit, newPrice)
        )
      }
      noteFigure={refused ? undefined : <SignedProfit amount={profit} currency={currency} />}
    />
  );
}
