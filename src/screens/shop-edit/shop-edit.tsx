import { shop } from '../../data/shop.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Head } from '../../ui/head.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ShopSections } from './shop-sections.tsx';

/** The shop with its details: its data, what can be changed, its papers, and closing it. */
export default function ShopEdit() {
  return (
    <>
      <Head title={t('business.shop.title')} back={paths.shopCentre.href()} />
      <Page>
        <Await
          of={shop.ask()}
          onRetry={() => shop.refetch()}
          skeleton={<Skeleton cards={2} height="220px" />}
        >
          {(data) => <ShopSections data={data} />}
        </Await>
      </Page>
    </>
  );
}
