import { t } from '../../lang/index.ts';
import { useForms } from '../../ui/form.tsx';
import type { goodsSorts, showcaseSorts } from './sorts.ts';

/** The order of a list of goods, in a form with the field `sort`. */
export function SortField({ sorts }: { sorts: typeof goodsSorts | typeof showcaseSorts }) {
  return (
    <label className="field">
      <span>{t('goods.sort')}</span>
      <span className="input">
        <select {...useForms().register('sort')}>
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
