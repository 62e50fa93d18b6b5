import { me, session } from '../../data/session.ts';
import { unread } from '../../data/unread.ts';
import { langName } from '../../lang/format-first.ts';
import { lang, t, tn } from '../../lang/texts.ts';
import { paths } from '../../paths.ts';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Bell } from '../../ui/icons/bell.ts';
import { Languages } from '../../ui/icons/languages.ts';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { Figures } from './figures.tsx';
import { ShopCard } from './shop-card.tsx';
import { after, Shortcuts } from './shortcuts.tsx';
import { WaitingOrders } from './waiting-orders.tsx';

/** The first tab: the shop, the orders that wait for its merchant, and its figures. */
export default function ShopCentre() {
  // The figures are requested first, as before the waiting orders.
  const { Slides } = after.value;
  const count = session.value.me && unread.ask().value.data?.unread;
  return (
    <>
      <Head title={t('app.store')}>
        <IconButton
          icon={Languages}
          label={t('shop.language', { language: langName(lang.value) })}
          href={paths.settings.href()}
        />
        <IconButton
          icon={Bell}
          label={count ? tn('shop.unread', count) : t('shop.notifications')}
          count={count && (count > 99 ? '99+' : count)}
          href={paths.notifications.href()}
        />
      </Head>
      <Page>
        <div className="stack cols">
          <ShopCard />
          <WaitingOrders />
          <Figures />
          <Shortcuts />
          {me.value.demo && <Note>{t('shop.demo_note')}</Note>}
          {/* Below everything, so that nothing moves when it appears. */}
          {Slides && <Slides />}
        </div>
      </Page>
    </>
  );
}
