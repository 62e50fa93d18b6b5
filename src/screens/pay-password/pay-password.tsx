import { useLocation } from 'preact-iso/router';
import { accountByLink } from '../../data/link-token.ts';
import { hasFeature, me } from '../../data/session.ts';
import { walletResource } from '../../data/wallet.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountNotice } from '../../ui/account-notice.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Head } from '../../ui/head.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PayPasswordForm, type Way } from './pay-password-form.tsx';

/** The payment password: set with the login password, changed with the old one, reset by a verification code. */
export default function PayPassword() {
  const { query } = useLocation();
  const { data, loading } = walletResource.ask().value;
  const isSet = data?.payPasswordSet ?? me.value.payPasswordSet;
  const way: Way = query.reset && isSet !== false ? 'reset' : isSet === false ? 'first' : 'changed';
  return (
    <>
      <Head title={t('wallet.pay_password')} back={paths.wallet.href()} />
      {isSet === undefined && loading ? (
        <Page narrow>
          <Skeleton cards={1} height="360px" />
        </Page>
      ) : way === 'reset' && !(hasFeature('resetPayPassword') && hasFeature('verifyCode')) ? (
        <ByService />
      ) : (
        <PayPasswordForm key={query.reset} way={way} />
      )}
    </>
  );
}

/** For a server that cannot reset by itself. */
function ByService() {
  return (
    <>
      <Page narrow>
        <AccountNotice name={accountByLink()} />
        <Card>
          <p>{t('accounts.pin.by_service')}</p>
        </Card>
      </Page>
      <Dock>
        <LinkButton kind="primary" block href={paths.service.href()}>
          {t('quote.service')}
        </LinkButton>
      </Dock>
    </>
  );
}
