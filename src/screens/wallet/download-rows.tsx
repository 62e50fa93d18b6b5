import { type FlowFilter, walletFlowFile } from '../../data/wallet.ts';
import { t } from '../../lang/index.ts';
import { Download } from '../../ui/icons/download.ts';
import { SaveFileButton } from '../command/save-file-button.tsx';
import { isWhole } from './flow-filter.ts';

/**
 * Downloads rows for a spreadsheet, not only those on the screen: without a filter the movements of all accounts, as
 * the button says; otherwise those that match.
 */
export function DownloadRows({ filter }: { filter: FlowFilter }) {
  const isAll = isWhole(filter);
  return (
    <SaveFileButton
      kind="plain"
      icon={Download}
      name={`${t('flow.title')}.csv`}
      request={() => walletFlowFile(isAll ? {} : filter)}
      notSaved={t('flow.not_saved')}
    >
      {isAll ? t('flow.save') : t('flow.save_part')}
    </SaveFileButton>
  );
}
