import { type OrderFilter, orderListResource } from '../../data/orders.ts';
import { t } from '../../lang/index.ts';
import { Chrome } from '../../ui/chrome.ts';
import { lazy } from '../../ui/lazy.tsx';
import type { Children } from '../../ui/props.ts';

const FirstOrder = lazy(() => import('./order.tsx'));

/** The list, and beside it the first of its orders, until one is opened; it is alone where it has none. */
export default function BesideFirst({ filter, children }: { filter: OrderFilter; children?: Children }) {
  const { data } = orderListResource.ask(filter).value;
  const [first] = data?.list ?? [];
  const hasRoom = !data || first;
  return (
    <div className={hasRoom ? 'split' : 'frame'}>
      <div className={hasRoom ? 'pane' : 'frame'}>{children}</div>
      {hasRoom && (
        <section className="frame" aria-label={t('orders.title_one')}>
          {/* The page's heading, its `main` and its title are those of the list. */}
          <Chrome.Provider value="embed">{first && <FirstOrder first={first.id} />}</Chrome.Provider>
        </section>
      )}
    </div>
  );
}
