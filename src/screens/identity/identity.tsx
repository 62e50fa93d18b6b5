import { identity } from '../../data/identity.ts';
import { accountByLink } from '../../data/link-token.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { AccountNotice } from '../../ui/account-notice.tsx';
import { Await } from '../../ui/await.tsx';
import { Head } from '../../ui/head.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { IdentityState } from './identity-state.tsx';

/** The state of the owner's verification, and the form for it. */
export default function Identity() {
  return (
    <>
      <Head title={t('business.identity.title')} back={paths.shopCentre.href()} />
      <Page>
        <AccountNotice name={accountByLink()} />
        <Await
          of={identity.ask()}
          onRetry={() => identity.refetch()}
          skeleton={<Skeleton cards={2} height="220px" />}
        >
          {(data) => <IdentityState data={data} />}
        </Await>
      </Page>
    </>
  );
}
