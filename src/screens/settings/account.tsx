import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { asApiError } from '../../data/api-error.ts';
import { has, me } from '../../data/session.ts';
import { signOut } from '../../data/sign-out.ts';
import { errorText, t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { LogOut } from '../../ui/icons/log-out.ts';
import { Note } from '../../ui/note.tsx';

/** The signed-in account, and sign-out: here, or on every device where the server supports it. */
export function Account() {
  const [busy, setBusy] = useState<'here' | 'everywhere'>();
  const [problem, setProblem] = useState('');
  const { route } = useLocation();
  const leave = async (where: 'here' | 'everywhere') => {
    setBusy(where);
    setProblem('');
    try {
      await signOut(where === 'everywhere' ? where : undefined);
      // The next person to sign in starts at the first screen.
      route(paths.shopCentre.href(), true);
    } catch (thrown) {
      setProblem(errorText(asApiError(thrown)));
      setBusy(undefined);
    }
  };
  const Title = useHeading(2);
  return (
    <section className="stack">
      <div className="over">
        <Title className="label">{t('settings.account')}</Title>
        {me.value.username && (
          <p className="small muted">
            {t('settings.signed_in_as')} <bdi>{me.value.username}</bdi>
          </p>
        )}
      </div>
      {problem && (
        <Note tone="bad" role="alert">
          {problem} {t('settings.still_signed_in')}
        </Note>
      )}
      <div className="stack tight">
        <Button block icon={LogOut} busy={busy === 'here'} onClick={() => void leave('here')}>
          {t('settings.sign_out')}
        </Button>
        {has('logout') && (
          <Button
            kind="soft"
            data-tone="bad"
            block
            busy={busy === 'everywhere'}
            onClick={() => void leave('everywhere')}
          >
            {t('settings.sign_out_all')}
          </Button>
        )}
      </div>
    </section>
  );
}
