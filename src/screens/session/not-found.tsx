import { LocationProvider } from 'preact-iso/router';
import { useContext } from 'react';
import { blocked } from '../../data/blocked.ts';
import { serviceUrl } from '../../data/service.ts';
import { session } from '../../data/session.ts';
import { type TextKey, t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Head } from '../../ui/head.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { Page } from '../../ui/page.tsx';

const BlockedCard = lazy(() => import('./blocked-card.tsx'), { texts: ['people'] });

/** The sentences of the codes that lead here, which the shell writes into the address. */
const reasons: Record<string, TextKey> = {
  401: 'not_found.signed_out',
  411: 'not_found.disabled',
  437: 'not_found.no_permission',
  440: 'not_found.refused',
};

/** /404, and any unknown address. The second paragraph is the specification's. */
export default function NotFound() {
  const { query, back } = useContext(LocationProvider.ctx);
  const reason = query.code && reasons[query.code];
  const signedOut = session.value.status !== 'signed-in';
  const { restriction, exports } = blocked.value;
  // The shop of a locked account leads back here, so its button would be of no use; an objection is.
  const isShut = reason && restriction?.appeal;
  const home = (
    <LinkButton key="home" kind={signedOut || isShut ? 'line' : 'primary'} href={paths.shopCentre.href()}>
      {t('not_found.home')}
    </LinkButton>
  );
  const signIn = (
    <LinkButton key="in" kind={signedOut ? 'primary' : 'line'} href={paths.login.href()}>
      {t('not_found.sign_in')}
    </LinkButton>
  );
  return (
    <>
      <Head title={t('not_found.title')} />
      <Page narrow>
        <Card awning>
          <p>{t(reason || 'not_found.direct')}</p>
          <p className="muted">{t('not_found.service_text')}</p>
          <div className="stack tight">
            {signedOut ? [signIn, home] : [home, signIn]}
            <LinkButton href={serviceUrl() ?? paths.service.href()}>{t('not_found.service')}</LinkButton>
            <Button kind="plain" onClick={() => back()}>
              {t('not_found.back')}
            </Button>
          </div>
        </Card>
        {reason && exports && <BlockedCard {...blocked.value} />}
      </Page>
    </>
  );
}
