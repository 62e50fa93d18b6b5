import * as v from 'valibot';
import { hasFeature } from '../../data/session.ts';
import type { ShowcaseFilter } from '../../data/showcase.ts';
import { t } from '../../lang/index.ts';
import { Form, FormButton, useForms } from '../../ui/form.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SortField } from './sort-field.tsx';
import { showcaseSorts } from './sorts.ts';

const schema = v.object({
  sort: v.optional(v.picklist(showcaseSorts)),
  lowStock: v.optional(v.boolean()),
});

interface Props {
  filter: ShowcaseFilter;
  onPick: (filter: Pick<ShowcaseFilter, 'sort' | 'lowStock'>) => void;
  onClose: () => void;
}

/** Sorts the goods of the showcase, and shows those that run out. */
export default function ShowcaseFilterSheet({ filter: { sort, lowStock = false }, onPick, onClose }: Props) {
  return (
    <Sheet title={t('filter.title')} onClose={onClose}>
      <Form
        schema={schema}
        defaults={{ sort, lowStock }}
        onSubmit={(picked) => {
          onPick({ ...picked, sort: picked.sort ?? sort });
          onClose();
        }}
      >
        <SortField sorts={showcaseSorts.filter((one) => one !== 'earned' || hasFeature('earnings'))} />
        <OnlyLow />
        <FormButton block>{t('filter.show')}</FormButton>
      </Form>
    </Sheet>
  );
}

function OnlyLow() {
  return (
    <label className="pick">
      <input type="checkbox" {...useForms().register('lowStock')} />
      {t('goods.only_low')}
    </label>
  );
}
