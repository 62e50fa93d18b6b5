import { loadMe } from '../../data/accept-token.ts';
import { serviceUrl } from '../../data/operator.ts';
import { me, session } from '../../data/session.ts';
import { signOut } from '../../data/sign-out.ts';
import { errorText, t } from '../../lang/index.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { lazy } from '../../ui/lazy.tsx';
import { Page } from '../../ui/page.tsx';

const Agreement = lazy(() => import('./agreement.tsx'), { texts: ['people'] });

/** In place of the screens: the terms that must be accepted, otherwise that the account could not be loaded. */
export default function InPlace() {
  return me.value.agreement ? <Agreement /> : <InfoFailure />;
}

/** Signed in, but the account could not be loaded: no screen can be shown, and nothing was changed. */
function InfoFailure() {
  const { error } = session.value;
  const service = serviceUrl();
  return (
    <>
      <Head title={t('not_found.title')} />
      <Page>
        <div role="alert">
          <Empty
            icon={CircleAlert}
            title={t('session.info_failure')}
            text={error ? errorText(error) : t('session.info_failure_text')}
          >
            <Button kind="primary" onClick={() => loadMe()}>
              {t('common.retry')}
            </Button>
            {service && <LinkButton href={service}>{t('not_found.service')}</LinkButton>}
            <Button kind="plain" onClick={() => signOut()}>
              {t('settings.sign_out')}
            </Button>
          </Empty>
        </div>
      </Page>
    </>
  );
}
