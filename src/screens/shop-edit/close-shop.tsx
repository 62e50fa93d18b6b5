import { useState } from 'react';
import { t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { laterWithWords } from '../pay/later-with-words.ts';

const CloseSheet = laterWithWords(() => import('./close-sheet.tsx'));

/** The way out, in plain words and never hidden. Its sheet stays for the receipt when there is nothing left to close. */
export function CloseShop({ isOpen }: { isOpen: boolean }) {
  const [asking, ask] = useState(false);
  return (
    <>
      {isOpen && (
        <Card title={t('business.close.title')} className="tight">
          <p className="muted">{t('business.close.text')}</p>
          <Button onClick={() => ask(true)}>{t('business.close.begin')}</Button>
        </Card>
      )}
      {asking && <CloseSheet onClose={() => ask(false)} />}
    </>
  );
}
