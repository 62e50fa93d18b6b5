// One file: the rule, the prices that it makes, and the button that lists at them.

import { type CSSProperties, useState } from 'react';
import { codes } from '../../contract/errors.ts';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { type PriceRule, priceByRule } from '../../contract/price-rule.ts';
import type { Goods } from '../../data/goods.ts';
import { me } from '../../data/session.ts';
import { showcaseAdd } from '../../data/showcase.ts';
import { storeResource } from '../../data/store.ts';
import { toast } from '../../data/toast.ts';
import { errorText, money, number, t, tn } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Item } from '../../ui/item.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { useCommand } from '../command/use-command.ts';
import { goodsProblem } from './goods-problem.ts';
import { PercentField, readRule } from './percent-field.tsx';
import { marginOf, splitPrice } from './profit.tsx';

const ways = ['suggested', 'over_cost', 'margin'] as const;
type Way = (typeof ways)[number];

interface Props {
  /** What was picked, in that order. */
  goods: readonly Goods[];
  /** How many the shop has room for. */
  room: number;
  currency: string | undefined;
  onDone: () => void;
  /** Some were listed: the others stay selected, to be listed alone. */
  onPart: (listed: readonly Goods[]) => void;
  onClose: () => void;
}

/** Lists several goods, at their suggested prices or by one rule; those that lose are the first to be seen. */
export default function ListManySheet({ goods, room, currency, onDone, onPart, onClose }: Props) {
  const [way, setWay] = useState<Way>('suggested');
  const [typed, setTyped] = useState('');
  const [result, setResult] = useState<{ listed: readonly Goods[]; skipped: readonly Skipped[] }>();
  const { state, error, isBusy, send } = useCommand(showcaseAdd);
  const rule = way === 'suggested' ? undefined : readRule(way, typed);
  const by = rule ? rule.value : 'suggested';
  const rows = goods.slice(0, room).map((one) => pricedBy(one, by, currency));
  const isReady = rows.length > 0 && rows.every(({ isCovered }) => isCovered);

  const list = async () => {
    const items = rows.map(({ id, price }) => ({ goodsId: id, sellingPrice: price ?? '' }));
    const result = await send({ items });
    if (result.state !== 'done') {
      // The shop has filled up meanwhile: then the room is another.
      if (result.error.code === codes.showcaseGoodsMaximum) storeResource.invalidate();
      return;
    }
    const codeOf = new Map(result.output.skipped?.map(({ goodsId, code }) => [goodsId, code]));
    const count = rows.length - codeOf.size;
    toast(() => tn('goods.listed_many', count));
    if (codeOf.size === 0) return onDone();
    setResult({
      listed: rows.filter(({ id }) => !codeOf.has(id)),
      skipped: rows.flatMap((row) => {
        const code = codeOf.get(row.id);
        return code === undefined ? [] : [{ ...row, code }];
      }),
    });
  };

  if (result) return <NotListed skipped={result.skipped} onClose={() => onPart(result.listed)} />;
  const problem = goodsProblem(state, error);
  return (
    <Sheet title={tn('goods.list_many', rows.length)} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) void list();
        }}
      >
        {goods.length > room && (
          <Note tone="warn">
            {t('goods.room_first', { room: number(room), count: number(goods.length) })}
          </Note>
        )}
        <Choices<Way>
          shape="segments"
          label={t('goods.price')}
          items={ways.map((value) => ({ value, label: t(`goods.at_${value}`) }))}
          value={way}
          onPick={setWay}
        />
        {way !== 'suggested' && (
          <PercentField
            key={way}
            label={t(way === 'margin' ? 'goods.margin' : 'goods.at_over_cost')}
            value={typed}
            error={rule?.problem}
            onType={setTyped}
          />
        )}
        <ul className="items" style={flushStyle} aria-live="polite">
          {[...rows].sort(byProfit).map((row) => (
            <PricedRow key={row.id} row={row} currency={currency} />
          ))}
        </ul>
        <div className="foot stack tight">
          {problem && (
            <Note tone={isBusy ? 'warn' : 'bad'} role="alert">
              {problem}
            </Note>
          )}
          <Button kind="primary" block type="submit" busy={isBusy} waiting={!isReady}>
            {tn('goods.list_many', rows.length)}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

interface Skipped extends Goods {
  /** Why it was not listed. */
  code: number;
}

/** What was not listed, each with its reason; all the others were. */
const NotListed = ({ skipped, onClose }: { skipped: readonly Skipped[]; onClose: () => void }) => (
  <Sheet title={tn('goods.not_listed', skipped.length)} onClose={onClose}>
    <div className="stack">
      <ul className="items" style={flushStyle}>
        {skipped.map(({ id, name, images, code }) => (
          <Item
            key={id}
            media={<Thumb src={images?.[0]} size={40} />}
            title={<span className="clamp">{name}</span>}
            note={errorText({ code })}
          />
        ))}
      </ul>
      <Button block onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  </Sheet>
);

/** Without a surface of its own: its rows begin where the fields do. */
const flushStyle = { '--gap': '0px', boxShadow: 'none' } as CSSProperties;

interface Priced extends Goods {
  price: string | undefined;
  profit: string | undefined;
  /** There is a price, and it is not below the cost of a piece. */
  isCovered: boolean;
}

/** Returns an article with its suggested price or the one that a rule makes of its cost, and what is left of it. */
function pricedBy(goods: Goods, by: PriceRule | 'suggested' | undefined, currency = ''): Priced {
  const feePercent = me.value.limits?.platformFeePercent ?? '0';
  const cost = parseMoney(goods.cost);
  const units =
    by === 'suggested'
      ? parseMoney(goods.suggestedPrice)
      : by && priceByRule({ price: cost, cost, feePercent, currency }, by);
  if (units === undefined) return { ...goods, price: undefined, profit: undefined, isCovered: false };
  const { profit } = splitPrice(units, cost, currency);
  return { ...goods, price: formatMoney(units), profit: formatMoney(profit), isCovered: units >= cost };
}

const byProfit = (one: Priced, other: Priced) => Number(one.profit ?? 0) - Number(other.profit ?? 0);

const PricedRow = ({
  row: { name, images, cost, price, profit },
  currency,
}: {
  row: Priced;
  currency: string | undefined;
}) => (
  <Item
    media={<Thumb src={images?.[0]} size={40} />}
    title={<span className="clamp">{name}</span>}
    figure={price ? <Amount>{money(price, currency)}</Amount> : '—'}
    note={t('goods.cost_line', { cost: money(cost, currency) })}
    noteFigure={
      profit && (
        <>
          {marginOf(profit, price)} · <SignedProfit amount={profit} currency={currency} />
        </>
      )
    }
  />
);
