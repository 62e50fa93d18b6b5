import { shopResource } from '../../data/shop.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Head } from '../../ui/head.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ShopSections } from './shop-sections.tsx';

/** The shop with its details: its data, what can be changed, its papers, and closing it. */
export default function ShopEdit() {
  return (
    <>
      <Head title={t('business.shop.title')} back={paths.shopCentre.href()} />
      <Page>
        <Await
          of={shopResource.ask()}
          onRetry={() => shopResource.refetch()}
          skeleton={<SkeletonRows rows={5} media="0" />}
        >
          {(data) => <ShopSections data={data} />}
        </Await>
      </Page>
    </>
  );
}
