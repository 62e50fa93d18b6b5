import { t } from '../../lang/i18n.ts';
import { LanguageList } from '../../ui/language-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';

/** The languages over the sign-in, so that neither what is typed there nor the screen kept behind it is lost. */
export default function LanguageSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title={t('settings.language')} onClose={onClose}>
      <LanguageList />
    </Sheet>
  );
}
