import { LocationProvider } from 'preact-iso/router';
import { useContext } from 'react';
import { blocked } from '../../data/blocked.ts';
import { operatorResource, serviceUrl } from '../../data/operator.ts';
import { session } from '../../data/session.ts';
import { isolateText, type TextKey, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Headset } from '../../ui/icons/headset.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { Item } from '../../ui/item.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { Page } from '../../ui/page.tsx';

const BlockedCard = lazy(() => import('./blocked-card.tsx'), { texts: ['people'] });

/** The sentences of the codes that lead here, which the shell writes into the address. */
const reasons: Record<string, TextKey> = {
  401: 'not_found.signed_out',
  410: 'error.410',
  411: 'not_found.disabled',
  437: 'not_found.no_permission',
  440: 'not_found.refused',
};

/** /404, and any unknown address. Each says what to do about a shop that was closed over late orders. */
export default function NotFound() {
  const { query, back, route } = useContext(LocationProvider.ctx);
  const reason = query.code && reasons[query.code];
  const signedOut = session.value.status !== 'signed-in';
  const { appeal, exports } = blocked.value;
  const signIn = paths.login.href({ again: query.code === '401' ? 1 : undefined });
  // The shop of a locked account leads back here, so its button would be of no use; an objection is.
  const isShut = reason && (exports || appeal);
  return (
    <>
      <Head title={t(reason ? 'not_found.title' : 'not_found.missing')} back={() => back()} />
      <Page narrow>
        <div className="stack" style={reason ? undefined : middle}>
          <Empty
            icon={reason ? Lock : undefined}
            title={reason ? reasonText(reason) : t('not_found.direct')}
            text={t('not_found.late_orders')}
          >
            {!signedOut && !isShut && (
              <LinkButton kind="primary" href={paths.shopCentre.href()}>
                {t('not_found.home')}
              </LinkButton>
            )}
            {(signedOut || reason) && (
              <LinkButton
                kind={signedOut ? 'primary' : 'line'}
                href={signIn}
                // In place of this screen, so that the one before it is where sign-in leads back to.
                onClick={(event) => {
                  event.preventDefault();
                  route(signIn, true);
                }}
              >
                {t('not_found.sign_in')}
              </LinkButton>
            )}
          </Empty>
          {isShut && <BlockedCard {...blocked.value} />}
          <ul className="items">
            <Item
              media={<Headset className="muted" />}
              title={t('not_found.service')}
              href={serviceUrl() ?? paths.service.href()}
              next
            />
          </ul>
        </div>
      </Page>
    </>
  );
}

/** Returns why this screen is shown. Who refuses a sign-in is named where that is known. */
function reasonText(reason: TextKey) {
  if (reason !== 'not_found.refused') return t(reason);
  const operator = operatorResource.ask().value.data?.legalName;
  return operator ? t(reason, { operator: isolateText(operator) }) : t('error.440');
}

/** Alone on its screen, a little above the middle, where the eye looks first. */
const middle = { alignContent: 'center', minBlockSize: '70dvh' } as const;
