import { useState } from 'react';
import { flowKinds } from '../../contract/flow.ts';
import type { FlowFilter } from '../../data/wallet.ts';
import { t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { kindIn } from './flow-filter.ts';

interface Props {
  filter: FlowFilter;
  onPick: (filter: FlowFilter) => void;
  onClose: () => void;
}

const directions = ['all', 'in', 'out'] as const;

/** Filters the rows: by whether money came or went, and by what for. */
export default function FlowFilterSheet({ filter, onPick, onClose }: Props) {
  const [direction, setDirection] = useState(filter.direction);
  const [kind, setKind] = useState(kindIn(filter));
  const show = (picked: Pick<FlowFilter, 'direction' | 'kinds'>) => {
    onPick({ ...filter, ...picked });
    onClose();
  };
  return (
    <Sheet title={t('filter.title')} onClose={onClose}>
      <div className="stack">
        <Choices
          shape="segments"
          label={t('flow.direction')}
          value={direction ?? 'all'}
          items={directions.map((value) => ({ value, label: t(`flow.${value}`) }))}
          onPick={(value) => setDirection(value === 'all' ? undefined : value)}
        />
        <label className="field">
          <span className="label">{t('flow.kind')}</span>
          <span className="input">
            <select
              value={kind ?? ''}
              onChange={(event) => setKind(flowKinds.find((one) => one === event.currentTarget.value))}
            >
              <option value="">{t('flow.kind_any')}</option>
              {flowKinds.map((one) => (
                <option key={one} value={one}>
                  {t(`flow.kind_${one}`)}
                </option>
              ))}
            </select>
          </span>
        </label>
        <div className="cells tight">
          <Button onClick={() => show({ direction: undefined, kinds: undefined })}>{t('filter.none')}</Button>
          <Button kind="primary" onClick={() => show({ direction, kinds: kind && [kind] })}>
            {t('filter.show')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
