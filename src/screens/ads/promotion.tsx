import { useState } from 'react';
import { type Ad, type AdScope, adsResource } from '../../data/ads.ts';
import { walletResource } from '../../data/wallet.ts';
import { money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { BigAmount } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Megaphone } from '../../ui/icons/megaphone.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { BoughtRow } from './bought-row.tsx';
import { BoughtSheet } from './bought-sheet.tsx';
import { OfferCard } from './offer-card.tsx';

const AdSheet = lazySheet(() => import('./ad-sheet.tsx'), { texts: ['pay'] });

const scopes = ['offers', 'mine'] as const;

/** Promotions: what there is to pay them with, those on offer, and the results of those that were bought. */
export default function Promotion() {
  const [scope, setScope] = useState<AdScope>('offers');
  const [opened, setOpened] = useState<Ad>();
  const filter = { scope };
  const close = () => setOpened(undefined);
  return (
    <>
      <Head title={t('business.promotion.title')} back={paths.shopCentre.href()} />
      <Page>
        <div className="stack">
          <Choices
            shape="segments"
            label={t('business.promotion.title')}
            items={scopes.map((value) => ({ value, label: t(`business.promotion.${value}`) }))}
            value={scope}
            onPick={setScope}
          />
          {scope === 'offers' && <Funds />}
          <Await
            of={adsResource.ask(filter)}
            onRetry={() => adsResource.refetch(filter)}
            skeleton={<SkeletonRows rows={2} media="56px" />}
            empty={<Empty icon={Megaphone} title={t(`business.promotion.no_${scope}`)} />}
          >
            {({ list, currency, nextCursor }) => (
              <>
                <ul className={scope === 'mine' ? 'items' : 'stack cols'}>
                  {list.map((ad) =>
                    scope === 'mine' && ad.purchase ? (
                      <BoughtRow
                        key={ad.purchase.id}
                        ad={ad}
                        bought={ad.purchase}
                        onOpen={() => setOpened(ad)}
                      />
                    ) : (
                      <OfferCard key={ad.id} ad={ad} currency={currency} onBuy={() => setOpened(ad)} />
                    ),
                  )}
                </ul>
                {nextCursor && <LoadMore load={() => adsResource.more(filter)} />}
              </>
            )}
          </Await>
        </div>
      </Page>
      {opened && scope === 'offers' && (
        <AdSheet
          ad={opened}
          onClose={close}
          onBought={() => {
            close();
            setScope('mine');
          }}
        />
      )}
      {opened?.purchase && scope === 'mine' && <BoughtSheet row={opened} onClose={close} />}
    </>
  );
}

/** What there is to pay a promotion with. */
function Funds() {
  const { balance, currency } = walletResource.ask().value.data ?? {};
  return (
    <div className="card">
      <Stat label={t('flow.account_available')}>
        <BigAmount>{money(balance, currency)}</BigAmount>
      </Stat>
    </div>
  );
}
