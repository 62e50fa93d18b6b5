import { useState } from 'react';
import { asApiError } from '../../data/api-error.ts';
import { has, me } from '../../data/session.ts';
import { signOut } from '../../data/sign-out.ts';
import { errorText, t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IdCard } from '../../ui/icons/id-card.ts';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { LogOut } from '../../ui/icons/log-out.ts';
import { Store } from '../../ui/icons/store.ts';
import { Note } from '../../ui/note.tsx';

/** Who is signed in, and the way out: here, or on every device where the server knows how. */
export function AccountCard() {
  const [busy, setBusy] = useState<'here' | 'everywhere'>();
  const [problem, setProblem] = useState('');
  const leave = async (where: 'here' | 'everywhere') => {
    setBusy(where);
    setProblem('');
    try {
      await signOut(where === 'everywhere' ? where : undefined);
    } catch (thrown) {
      setProblem(errorText(asApiError(thrown)));
      setBusy(undefined);
    }
  };
  return (
    <Card title={t('settings.account')}>
      {me.value.username && (
        <p className="muted">
          {t('settings.signed_in_as')} <bdi>{me.value.username}</bdi>
        </p>
      )}
      {problem && (
        <Note tone="bad" role="alert">
          {problem} {t('settings.still_signed_in')}
        </Note>
      )}
      <LinkButton icon={Store} href={paths.shop.href()}>
        {t('settings.shop')}
      </LinkButton>
      <LinkButton icon={IdCard} href={paths.identity.href()}>
        {t('shop.verification')}
      </LinkButton>
      <LinkButton icon={Landmark} href={paths.bankList.href()}>
        {t('wallet.accounts')}
      </LinkButton>
      <LinkButton icon={Lock} href={paths.payPassword.href()}>
        {t('wallet.pay_password')}
      </LinkButton>
      <Button icon={LogOut} busy={busy === 'here'} onClick={() => void leave('here')}>
        {t('settings.sign_out')}
      </Button>
      {has('logout') && (
        <Button kind="plain" busy={busy === 'everywhere'} onClick={() => void leave('everywhere')}>
          {t('settings.sign_out_all')}
        </Button>
      )}
    </Card>
  );
}
