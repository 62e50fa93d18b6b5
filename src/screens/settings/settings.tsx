import { me, session } from '../../data/session.ts';
import { signOut } from '../../data/sign-out.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Head } from '../../ui/head.tsx';
import { LogOut } from '../../ui/icons/log-out.ts';
import { Page } from '../../ui/page.tsx';
import { LanguageCard } from './language-card.tsx';

/** Language, and the way out. */
export default function Settings() {
  const signedIn = session.value.status === 'signed-in';
  return (
    <>
      <Head title={t('settings.title')} back={paths.shopCentre.href()} />
      <Page>
        <div className="stack cols">
          <LanguageCard />
          {signedIn && (
            <Card title={t('settings.account')}>
              <p className="muted">
                {t('settings.signed_in_as')} <bdi>{me.value.username}</bdi>
              </p>
              <Button icon={LogOut} onClick={() => signOut()}>
                {t('settings.sign_out')}
              </Button>
              {me.value.features?.includes('logout') && (
                <Button kind="plain" onClick={() => signOut('everywhere')}>
                  {t('settings.sign_out_all')}
                </Button>
              )}
            </Card>
          )}
        </div>
      </Page>
    </>
  );
}
