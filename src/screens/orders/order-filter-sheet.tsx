import { useState } from 'react';
import { orderStatuses } from '../../contract/status.ts';
import type { OrderFilter } from '../../data/orders.ts';
import { hasFeature } from '../../data/session.ts';
import { t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ExportButton } from './export-button.tsx';
import { groupIn, orderSorts, pickedStatuses, readFilter, soonestFirst } from './list-filter.ts';
import { statusText } from './order-status.ts';

interface Props {
  filter: OrderFilter;
  onPick: (filter: OrderFilter) => void;
  onClose: () => void;
}

/** Returns which option a filter has: its statuses, else its group. */
const choiceOf = (filter: OrderFilter) => pickedStatuses(filter).join() || groupIn(filter) || '';

/** Filters the orders by a status and by days, sorts them, and saves those that are shown as a file. */
export default function OrderFilterSheet({ filter, onPick, onClose }: Props) {
  const [picked, setPicked] = useState(filter);
  const pick = (change: Partial<OrderFilter>) => setPicked({ ...picked, ...change });
  // What waits for the merchant has no days of its own: days are picked of all orders.
  const pickDays = (change: Pick<OrderFilter, 'from' | 'to'>) => pick({ next: undefined, ...change });
  const { from, to, sort } = picked;
  const before = choiceOf(filter);
  const group = groupIn(filter);
  const several = pickedStatuses(filter);
  const isReversed = Boolean(from && to && to < from);
  const show = (shown: OrderFilter) => {
    onPick(shown);
    onClose();
  };
  return (
    <Sheet title={t('filter.title')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReversed) show(picked);
        }}
      >
        <Select
          label={t('orders.statuses')}
          value={choiceOf(picked)}
          options={[
            ...(group ? [[group, t(`orders.group.${group}`)] as const] : []),
            ...(several.length > 1 ? [[before, several.map(statusText).join(' · ')] as const] : []),
            ['', t('status.all')],
            ...orderStatuses.map((one) => [one, statusText(one)] as const),
          ]}
          onPick={(value) => {
            const one = orderStatuses.find((known) => known === value);
            const kept = value === before ? filter : undefined;
            pick({ next: kept?.next, statuses: kept?.statuses, sort: undefined, status: one });
          }}
        />
        <div className="cells">
          <Day label={t('orders.from')} value={from} onPick={(day) => pickDays({ from: day })} />
          <Day
            label={t('orders.to')}
            value={to}
            error={isReversed ? t('orders.dates_reversed') : ''}
            onPick={(day) => pickDays({ to: day })}
          />
        </div>
        {hasFeature('find') && (
          <Select
            label={t('orders.sort')}
            value={sort ?? soonestFirst(picked)}
            options={orderSorts.map((one) => [one, t(`orders.sort_${one}`)] as const)}
            onPick={(value) => pick({ sort: orderSorts.find((known) => known === value) })}
          />
        )}
        <div className="cells tight">
          <Button onClick={() => show(readFilter({ keyword: filter.keyword ?? '' }))}>
            {t('filter.none')}
          </Button>
          <Button kind="primary" type="submit">
            {t('filter.show')}
          </Button>
        </div>
        {!isReversed && <ExportButton filter={picked} />}
      </form>
    </Sheet>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onPick: (value: string) => void;
}

const Select = ({ label, value, options, onPick }: SelectProps) => (
  <Field label={label}>
    {(aria) => (
      <span className="input">
        <select {...aria} value={value} onChange={(event) => onPick(event.currentTarget.value)}>
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      </span>
    )}
  </Field>
);

interface DayProps {
  label: string;
  value: string | undefined;
  error?: string;
  onPick: (day: string | undefined) => void;
}

const Day = ({ label, value, error = '', onPick }: DayProps) => (
  <Field label={label} error={error}>
    {(aria) => (
      <span className="input">
        <input
          type="date"
          {...aria}
          value={value ?? ''}
          onInput={(event) => onPick(event.currentTarget.value || undefined)}
        />
      </span>
    )}
  </Field>
);
