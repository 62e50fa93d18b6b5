import type { GoodsFilter } from '../../data/goods.ts';
import { t } from '../../i18n.ts';

type Sort = NonNullable<GoodsFilter['sort']>;

const sorts: readonly Sort[] = ['new', 'cost', 'profit', 'clicks'];

export function SortField({ value, onPick }: { value: Sort; onPick: (value: Sort) => void }) {
  return (
    <label className="row between">
      <span className="small muted">{t('goods.sort')}</span>
      <span className="input fit">
        <select value={value} onChange={(event) => onPick(event.currentTarget.value as Sort)}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`goods.sort_${sort}`)}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}
