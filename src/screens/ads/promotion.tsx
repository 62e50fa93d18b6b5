import { useState } from 'react';
import { type AdScope, ads } from '../../data/ads.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Megaphone } from '../../ui/icons/megaphone.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdCard } from './ad-card.tsx';
import { BoughtCard } from './bought-card.tsx';

const scopes = ['offers', 'mine'] as const;

/** Promotions: those on offer, with price and rule, and the results of those that were bought. */
export default function Promotion() {
  const [scope, setScope] = useState<AdScope>('offers');
  const filter = { scope };
  return (
    <>
      <Head title={t('business.promotion.title')} back={paths.shopCentre.href()} />
      <Page>
        <div className="stack">
          <SegmentedControl
            label={t('business.promotion.title')}
            items={scopes.map((value) => ({ value, label: t(`business.promotion.${value}`) }))}
            value={scope}
            onPick={setScope}
          />
          <Await
            of={ads.ask(filter)}
            onRetry={() => ads.refetch(filter)}
            skeleton={<Skeleton cards={3} height="150px" />}
            empty={<Empty icon={Megaphone} title={t(`business.promotion.no_${scope}`)} />}
          >
            {({ list, currency, nextCursor }) => (
              <>
                <ul className="stack cols">
                  {list.map((ad) =>
                    scope === 'mine' && ad.purchase ? (
                      <BoughtCard key={ad.purchase.id} ad={ad} bought={ad.purchase} />
                    ) : (
                      <AdCard key={ad.id} ad={ad} currency={currency} onBought={() => setScope('mine')} />
                    ),
                  )}
                </ul>
                {nextCursor && <LoadMore load={() => ads.more(filter)} />}
              </>
            )}
          </Await>
        </div>
      </Page>
    </>
  );
}
