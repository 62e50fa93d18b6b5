import { t } from '../lang/i18n.ts';
import { LanguageList } from './language-list.tsx';
import { Sheet } from './sheet.tsx';

/** The languages over a screen, so that nothing that is typed there is lost. */
export default function LanguageSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title={t('settings.language')} onClose={onClose}>
      <LanguageList />
    </Sheet>
  );
}
