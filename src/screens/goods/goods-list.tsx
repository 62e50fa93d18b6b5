import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { me } from '../../data/session.ts';
import { type ShowcaseFilter, showcase } from '../../data/showcase.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Plus } from '../../ui/icons/plus.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { CapacityCard } from './capacity-card.tsx';
import { ProductSupport } from './product-support.tsx';
import { Removed, type RemovedGoods } from './removed.tsx';
import { ShowcaseRows } from './showcase-rows.tsx';

type Status = 'listed' | 'unlisted';

/** The third tab: what the shop offers. */
export default function GoodsList() {
  const { query, route } = useLocation();
  const status: Status = query.status === 'unlisted' ? 'unlisted' : 'listed';
  const [typed, setTyped] = useState('');
  // Kept above the rows, as the undo must outlive the last of them.
  const [removed, setRemoved] = useState<RemovedGoods>();
  const keyword = useDebounced(typed.trim());
  const filter: ShowcaseFilter = { status, ...(keyword ? { keyword } : {}) };
  return (
    <>
      <Head title={t('app.product')}>
        <LinkButton kind="plain" icon={Plus} href={paths.warehouse.href()}>
          {t('goods.add_goods')}
        </LinkButton>
      </Head>
      <Page>
        <div className="stack">
          <CapacityCard of={showcase.ask(filter)} />
          <SearchBox label={t('goods.search_showcase')} value={typed} onText={setTyped} />
          <SegmentedControl<Status>
            label={t('goods.status')}
            items={[
              { value: 'listed', label: t('goods.listed') },
              { value: 'unlisted', label: t('goods.unlisted') },
            ]}
            value={status}
            onPick={(picked) =>
              route(paths.goodsList.href(picked === 'unlisted' ? { status: picked } : {}), true)
            }
          />
          <Await
            of={showcase.ask(filter)}
            onRetry={() => showcase.refetch(filter)}
            failed={t('goods.failed')}
            skeleton={<Skeleton cards={3} height="120px" />}
            empty={<NoGoods status={status} keyword={keyword} />}
          >
            {(page) => (
              <>
                <ShowcaseRows
                  rows={page.list}
                  quota={page.deleteQuota}
                  currency={page.currency}
                  onRemoved={setRemoved}
                />
                {page.nextCursor && <LoadMore load={() => showcase.more(filter)} />}
              </>
            )}
          </Await>
          {me.value.permissions?.includes('product_support') && <ProductSupport />}
        </div>
      </Page>
      {removed && (
        <Dock>
          <Removed of={removed} onDone={() => setRemoved(undefined)} />
        </Dock>
      )}
    </>
  );
}

function NoGoods({ status, keyword }: { status: Status; keyword: string }) {
  if (keyword)
    return <Empty title={t('goods.empty_search', { keyword })} text={t('goods.empty_search_text')} />;
  if (status === 'unlisted') return <Empty title={t('goods.empty_unlisted')} />;
  return (
    <Empty title={t('goods.empty_showcase')} text={t('goods.empty_showcase_text')}>
      <LinkButton kind="primary" icon={Plus} href={paths.warehouse.href()}>
        {t('goods.to_warehouse')}
      </LinkButton>
    </Empty>
  );
}
