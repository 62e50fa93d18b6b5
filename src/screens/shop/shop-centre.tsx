import { firstStepsOf } from '../../data/first-steps.ts';
import { pendingOrdersResource } from '../../data/pending-orders.ts';
import { me, session } from '../../data/session.ts';
import { storeResource } from '../../data/store.ts';
import { unreadResource } from '../../data/unread.ts';
import { t, tn, weekTime } from '../../lang/first.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Bell } from '../../ui/icons/bell.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Gear } from '../../ui/icons/gear.ts';
import { lazy } from '../../ui/lazy.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { usable } from '../../ui/usable.ts';
import { Figures } from './figures.tsx';
import { ShopRow } from './shop-row.tsx';
import { after, Shortcuts } from './shortcuts.tsx';

/** The first tab: the shop, the orders that wait for its merchant, and its figures. */
export default function ShopCentre() {
  // The figures are requested first, as before the waiting orders.
  const { Slides, Standing } = after.value;
  const count = (usable.value && session.value.me && unreadResource.ask().value.data?.unread) || 0;
  return (
    <>
      <Head title={t('app.store')}>
        <IconButton icon={Gear} label={t('shop.settings')} href={paths.settings.href()} />
        <IconButton
          icon={Bell}
          label={count ? tn('shop.unread', count) : t('shop.notifications')}
          count={count && (count > 99 ? '99+' : count)}
          href={paths.notifications.href()}
        />
      </Head>
      <Page>
        <div className="stack cols">
          <Card awning className="links">
            <ShopRow />
            <WaitingOrders />
          </Card>
          <FirstSteps />
          <Figures />
          <Shortcuts />
          {me.value.demo && <Note>{t('shop.demo_note')}</Note>}
          {/* Below all that is there from the start, so that nothing moves when it appears. */}
          {Standing && <Standing />}
          {Slides && <Slides />}
        </div>
      </Page>
    </>
  );
}

/**
 * The orders that wait for the merchant, and when the first of them is due. The row is there from the first paint, in one
 * size; only its text changes: a row that appears later would push the figures away from under a finger.
 */
function WaitingOrders() {
  // The figures go first: this call loads the code that sends calls.
  const { count, due } = (usable.value && session.value.me && pendingOrdersResource.ask().value.data) || {};
  return (
    <a
      className="row"
      data-tone={count ? 'warn' : 'calm'}
      href={paths.orderList.href(count ? { status: 'pending_payment' } : {})}
    >
      <IconTile>
        <ClipboardList />
      </IconTile>
      <div className="grow">
        <strong>{count ? tn('shop.waiting', count) : t('shop.orders')}</strong>
        <p className="small muted">{hint(count, due)}</p>
      </div>
      <ChevronRight className="flip muted" />
    </a>
  );
}

function hint(count: number | undefined, due: string | null | undefined) {
  if (count === undefined) return t('shop.orders_all');
  if (count === 0) return t('shop.nothing_waits');
  return due ? t('shop.waiting_due', { at: weekTime(due) }) : t('shop.waiting_cost');
}

const Steps = lazy(() => import('./first-steps.tsx'), {
  texts: ['rest'],
  waiting: () => <SkeletonBlock h="17rem" />,
});

/**
 * What a new shop still needs. The first two facts, which the first screen has anyway, tell a new shop; one that has
 * begun sees the steps until they are done or put away.
 */
function FirstSteps() {
  const { id, payPasswordSet } = me.value;
  const isNew = payPasswordSet === false || storeResource.ask().value.data?.goodsUsed === 0;
  if (!id) return null;
  const state = firstStepsOf(id);
  if (state === 'done' || (!isNew && state !== 'open')) return null;
  return <Steps id={id} />;
}
