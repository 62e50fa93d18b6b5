import { useState } from 'react';
import { loadTexts, t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { later } from '../../ui/later.tsx';

const CloseSheet = later(async () => {
  const [sheet] = await Promise.all([import('./close-sheet.tsx'), loadTexts('pay')]);
  return sheet;
});

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
