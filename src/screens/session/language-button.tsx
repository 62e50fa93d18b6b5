import { useState } from 'react';
import { t } from '../../lang/index.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Languages } from '../../ui/icons/languages.ts';
import { lazySheet } from '../../ui/sheet.tsx';

const LanguageSheet = lazySheet(() => import('../../ui/language-sheet.tsx'));

/** Opens the languages from the sign-in: a person may not be able to read its text. */
export function LanguageButton() {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <IconButton icon={Languages} label={t('shell.language')} onClick={() => setChoosing(true)} />
      {choosing && <LanguageSheet onClose={() => setChoosing(false)} />}
    </>
  );
}
