import { useState } from 'react';
import { t } from '../../lang/i18n.ts';
import { Languages } from '../../ui/icons/languages.ts';
import { later } from '../../ui/later.tsx';
import { Tap } from '../../ui/tap.tsx';

const LanguageSheet = later(() => import('./language-sheet.tsx'));

/** The way to another language from the door, where nobody can have read a word yet. */
export function LanguageTap() {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Tap icon={Languages} label={t('settings.language')} onClick={() => setChoosing(true)} />
      {choosing && <LanguageSheet onClose={() => setChoosing(false)} />}
    </>
  );
}
