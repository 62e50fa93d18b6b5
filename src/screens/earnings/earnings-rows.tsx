import type { EarningsRow } from '../../data/earnings.ts';
import { hasFeature } from '../../data/session.ts';
import { money, number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Item } from '../../ui/item.tsx';
import { mostOf, ShareBar } from '../../ui/share-bar.tsx';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { soldText } from '../../ui/sold-text.ts';
import { Cell, type Column, figureColumn, LeadCell, Table, TableRow } from '../../ui/table.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { useWide } from '../../ui/wide.ts';
import { hrefOf, type Sort, sorts, type View } from './earnings-view.ts';

interface RowsProps {
  rows: readonly EarningsRow[];
  currency: string | undefined;
  view: View;
}

/** What each article earned, beside what it sold and what was taken off it. */
export function EarningsRows({ rows, currency, view }: RowsProps) {
  const most = mostOf(rows);
  if (useWide())
    return (
      <Table label={t('earnings.title')} columns={columns(view)}>
        {rows.map((row) => (
          <WideRow key={row.goodsId} row={row} currency={currency} />
        ))}
      </Table>
    );
  return (
    <>
      {rows.length > 1 && (
        <Choices<Sort>
          shape="words"
          label={t('goods.sort')}
          value={view.sort}
          items={sorts.map((value) => ({
            value,
            label: t(`goods.sort_${value}`),
            href: hrefOf({ ...view, sort: value }),
          }))}
        />
      )}
      <ul className="items">
        {rows.map((row) => (
          <PhoneRow key={row.goodsId} row={row} currency={currency} most={most} />
        ))}
      </ul>
    </>
  );
}

/** Returns the address of the article, where the server knows more of it. */
const goodsHref = ({ goodsId }: EarningsRow) =>
  hasFeature('goodsDetail') ? paths.goods.href({ id: goodsId }) : undefined;

/** Longer amounts have a line of their own, so that the name is read. */
const longAmount = 12;

interface RowProps {
  row: EarningsRow;
  currency: string | undefined;
}

function PhoneRow({ row, currency, most }: RowProps & { most: number }) {
  const { name, image, earned } = row;
  const figure = <Earned amount={earned} currency={currency} />;
  const isLong = earned.length > longAmount;
  return (
    <Item
      media={<Thumb src={image} size={48} />}
      title={<span className="clamp">{name}</span>}
      href={goodsHref(row)}
      figure={isLong ? undefined : figure}
      note={soldText(row)}
      noteFigure={<Taken row={row} currency={currency} />}
    >
      {isLong && <strong>{figure}</strong>}
      <ShareBar of={earned} most={most} />
    </Item>
  );
}

/** What refunds and ads took, where they took something. */
function Taken({ row: { refunds, ads }, currency }: RowProps) {
  const taken = [
    { label: t('earnings.refunds'), amount: refunds },
    { label: t('shop.promotion'), amount: ads },
  ].filter(({ amount }) => Number(amount) > 0);
  return taken.map(({ label, amount }, at) => (
    <span key={label}>
      {at > 0 && ' · '}
      {label} <Amount>{money(amount, currency)}</Amount>
    </span>
  ));
}

/** Green where something came in, red where it was lost. */
const Earned = ({ amount, currency }: { amount: string; currency: string | undefined }) => (
  <SignedProfit amount={amount} currency={currency} tone={Number(amount) > 0 ? 'good' : undefined} />
);

const columns = (view: View): Column[] => {
  const sortedBy = (sort: Sort, now: 'ascending' | 'descending') => ({
    href: hrefOf({ ...view, sort }),
    now: view.sort === sort ? now : undefined,
  });
  // A second press on what earned most leads to what lost most.
  const earned =
    view.sort === 'earned'
      ? { ...sortedBy('lost', 'ascending'), now: 'descending' as const }
      : {
          ...sortedBy('earned', 'descending'),
          now: view.sort === 'lost' ? ('ascending' as const) : undefined,
        };
  return [
    { name: t('app.product'), width: 'minmax(0, 6fr)' },
    {
      name: t('earnings.sold_column'),
      width: '4em',
      look: 'end',
      sort: sortedBy('sold', 'descending'),
    },
    { name: t('earnings.returned_column'), width: '4em', look: 'end' },
    figureColumn(t('stats.profit')),
    figureColumn(t('earnings.refunds')),
    figureColumn(t('shop.promotion')),
    { ...figureColumn(t('earnings.earned')), sort: earned },
  ];
};

function WideRow({ row, currency }: RowProps) {
  const { name, image, sold, returned, profit, refunds, ads, earned } = row;
  return (
    <TableRow>
      <LeadCell
        media={<Thumb src={image} size={40} />}
        href={goodsHref(row)}
        title={<span className="clamp">{name}</span>}
      />
      <Cell look="end">
        <Amount>{number(sold)}</Amount>
      </Cell>
      <Cell look="end">{returned > 0 && <Amount>{number(returned)}</Amount>}</Cell>
      <Cell look="end">
        <SignedProfit amount={profit} currency={currency} />
      </Cell>
      {[refunds, ads].map((amount, at) => (
        <Cell key={at === 0 ? 'refunds' : 'ads'} look="end">
          {Number(amount) !== 0 && <Amount>{money(amount, currency)}</Amount>}
        </Cell>
      ))}
      <Cell look="end">
        <strong>
          <Earned amount={earned} currency={currency} />
        </strong>
      </Cell>
    </TableRow>
  );
}
