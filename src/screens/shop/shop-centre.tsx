import { me, session } from '../../data/session.ts';
import { unread } from '../../data/unread.ts';
import { t, tn } from '../../lang/texts.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Bell } from '../../ui/icons/bell.ts';
import { Gear } from '../../ui/icons/gear.ts';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps-place.tsx';
import { ShopRow } from './shop-row.tsx';
import { after, Shortcuts } from './shortcuts.tsx';
import { WaitingOrders } from './waiting-orders.tsx';

/** The first tab: the shop, the orders that wait for its merchant, and its figures. */
export default function ShopCentre() {
  // The figures are requested first, as before the waiting orders.
  const { Slides, Standing } = after.value;
  const count = session.value.me && unread.ask().value.data?.unread;
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
          {/* Below what is pressed, so that nothing moves under a finger when it appears. */}
          {Standing && <Standing />}
          {me.value.demo && <Note>{t('shop.demo_note')}</Note>}
          {Slides && <Slides />}
        </div>
      </Page>
    </>
  );
}
