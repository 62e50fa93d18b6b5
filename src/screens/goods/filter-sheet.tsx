import * as v from 'valibot';
import { moneyReadBy } from '../../contract/fields.ts';
import type { GoodsFilter } from '../../data/goods.ts';
import { currencyOfShop, t } from '../../lang/index.ts';
import { amountKeyboard, typedAmount } from '../../lang/typed-amount.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormButton, useForms } from '../../ui/form.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SortField } from './sort-field.tsx';
import { goodsSorts } from './sorts.ts';

const bound = v.optional(moneyReadBy(typedAmount, currencyOfShop));
const schema = v.object({
  priceMin: bound,
  priceMax: bound,
  onlyNew: v.optional(v.boolean()),
  sort: v.optional(v.picklist(goodsSorts)),
});
type Values = v.InferInput<typeof schema>;

interface Props {
  filter: GoodsFilter;
  onPick: (filter: GoodsFilter) => void;
  onClose: () => void;
}

/** Sorts the goods of a type, and filters them: by their cost, and whether they are listed already. */
export default function FilterSheet({ filter, onPick, onClose }: Props) {
  const { priceMin, priceMax, listed, sort, ...rest } = filter;
  const show = (values: Values) => {
    onPick({
      ...rest,
      sort: values.sort ?? sort,
      priceMin: values.priceMin ? typedAmount(values.priceMin) : undefined,
      priceMax: values.priceMax ? typedAmount(values.priceMax) : undefined,
      listed: values.onlyNew ? false : undefined,
    });
    onClose();
  };
  const field = { inputmode: amountKeyboard(), autocomplete: 'off', dir: 'ltr' } as const;
  return (
    <Sheet title={t('filter.title')} onClose={onClose}>
      <Form
        schema={schema}
        defaults={{ priceMin, priceMax, onlyNew: listed === false, sort }}
        onSubmit={show}
      >
        <SortField sorts={goodsSorts} />
        <div className="cells">
          <FormField name="priceMin" label={t('goods.cost_from')} {...field} />
          <FormField name="priceMax" label={t('goods.cost_to')} {...field} />
        </div>
        <OnlyNew />
        <div className="cells tight">
          <Button onClick={() => show({})}>{t('filter.none')}</Button>
          <FormButton>{t('filter.show')}</FormButton>
        </div>
      </Form>
    </Sheet>
  );
}

function OnlyNew() {
  return (
    <label className="pick">
      <input type="checkbox" {...useForms().register('onlyNew')} />
      {t('goods.only_new')}
    </label>
  );
}
