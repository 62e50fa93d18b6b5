import { t } from '../../lang/index.ts';
import { useForms } from '../../ui/form.tsx';
import type { goodsSorts, showcaseSorts } from './sorts.ts';

type Sort = (typeof goodsSorts)[number] | (typeof showcaseSorts)[number];

/** The order of a list of goods, in a form with the field `sort`. */
export function SortField({ sorts }: { sorts: readonly Sort[] }) {
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
