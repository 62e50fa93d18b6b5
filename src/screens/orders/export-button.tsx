import { type OrderFilter, ordersFile } from '../../data/orders.ts';
import { hasFeature } from '../../data/session.ts';
import { t } from '../../lang/index.ts';
import type { ButtonProps } from '../../ui/button.tsx';
import { SaveFileButton } from '../command/save-file-button.tsx';

interface Props extends Pick<ButtonProps, 'kind'> {
  filter: OrderFilter;
}

/** Saves all orders of a filter for a spreadsheet, not only those on the screen. */
export function ExportButton({ filter, kind }: Props) {
  if (!hasFeature('find')) return null;
  return (
    <SaveFileButton
      kind={kind}
      name={`${t('app.order')}.csv`}
      request={() => ordersFile(filter)}
      notSaved={t('orders.not_saved')}
    >
      {t('orders.export')}
    </SaveFileButton>
  );
}
