import { useState } from 'react';
import { takeBackIdentity } from '../../data/identity.ts';
import { t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../pay/confirm.tsx';

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
          keep={t('business.not_now')}
          work={(say) => takeBackIdentity(() => say(t('business.checking')))}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}
