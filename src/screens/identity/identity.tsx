import { useState } from 'react';
import { type IdentityPart, identityParts, identityPartsAgain } from '../../contract/identity.ts';
import { type Identity as Data, identityResource } from '../../data/identity.ts';
import { accountByLink } from '../../data/link-token.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountNotice } from '../../ui/account-notice.tsx';
import { Await } from '../../ui/await.tsx';
import { Button } from '../../ui/button.tsx';
import { Head } from '../../ui/head.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { canApply, IdentityState, IdentityUse, Opened } from './identity-state.tsx';

const IdentityForm = lazy(() => import('./identity-form.tsx'));

/** Returns the parts to ask for: those that were refused; without reasons, all of them. */
const askedOf = ({ status, reasons }: Data): readonly IdentityPart[] => {
  const refused = identityPartsAgain(reasons.map(({ field }) => field));
  return status === 'rejected' && refused.length > 0 ? refused : identityParts;
};

/** The state of the owner's verification, and the form for it. */
export default function Identity() {
  const [started, start] = useState(false);
  const { data } = identityResource.ask().value;
  const isOpen = data && canApply(data) && data.attemptsLeft !== 0;
  const hasForm = isOpen && (started || data.status === 'rejected');
  return (
    <>
      <Head title={t('business.identity.title')} back={paths.shopCentre.href()} />
      {hasForm ? (
        <IdentityForm asked={askedOf(data)} reasons={data.reasons} use={<IdentityUse />}>
          <AccountNotice name={accountByLink()} />
          {data.status === 'rejected' && <IdentityState data={data} />}
        </IdentityForm>
      ) : (
        <Page>
          <AccountNotice name={accountByLink()} />
          <Await
            of={identityResource.ask()}
            onRetry={() => identityResource.refetch()}
            skeleton={<Skeleton cards={2} height="220px" />}
          >
            {(shown) => (
              <div className="stack">
                <IdentityState data={shown} />
                {shown.status === 'verified' && <Opened />}
                <IdentityUse open={canApply(shown)} />
              </div>
            )}
          </Await>
        </Page>
      )}
      {isOpen && !hasForm && (
        <Dock>
          <Button kind="primary" block onClick={() => start(true)}>
            {t('business.identity.start')}
          </Button>
        </Dock>
      )}
    </>
  );
}
