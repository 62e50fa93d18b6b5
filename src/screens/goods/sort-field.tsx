import { t } from '../../lang/i18n.ts';
import { type Sort, sorts } from './goods-filter.ts';

export function SortField({ value, onPick }: { value: Sort; onPick: (value: Sort) => void }) {
  return (
    <label className="row tight grow">
      <span className="small muted end">{t('goods.sort')}</span>
      <span className="input">
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
