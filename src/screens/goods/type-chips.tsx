import { type GoodsFilter, goodsTypes } from '../../data/goods.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Chips } from '../../ui/chips.tsx';
import { filterHref } from './goods-filter.ts';

/** The types of goods, each with its count; the other filters stay as they are. */
export function TypeChips({ filter }: { filter: GoodsFilter }) {
  const types = goodsTypes.ask().value.data?.list ?? [];
  return (
    <Chips
      label={t('goods.types')}
      value={filter.typeId ?? ''}
      items={[
        { value: '', label: t('goods.all_types'), href: filterHref({ ...filter, typeId: undefined }) },
        ...types.map(({ id, name, count }) => ({
          value: id,
          label: name,
          count: count === undefined ? undefined : number(count),
          href: filterHref({ ...filter, typeId: id }),
        })),
      ]}
    />
  );
}
