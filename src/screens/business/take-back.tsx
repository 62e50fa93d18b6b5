import { useState } from 'react';
import { takeBackIdentity } from '../../data/identity.ts';
import { t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from './confirm.tsx';

export function TakeBack() {
  const [asking, ask] = useState(false);
  return (
    <>
      <Button onClick={() => ask(true)}>{t('business.identity.take_back')}</Button>
      {asking && (
        <Confirm
          title={t('business.identity.take_back')}
          text={t('business.identity.take_back_text')}
          doIt={t('business.identity.take_back')}
          work={takeBackIdentity}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}
