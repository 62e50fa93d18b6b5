import { signal } from '@preact/signals';
import { type FC, useEffect, useState } from 'react';
import { config } from '../../data/config.ts';
import { firstStepsOf } from '../../data/first-steps.ts';
import { pendingOrdersResource } from '../../data/pending-orders.ts';
import { hasFeature, me, session } from '../../data/session.ts';
import type { Period } from '../../data/stats.ts';
import { type Store, storeResource } from '../../data/store.ts';
import { actCount } from '../../data/today.ts';
import { badgeCount } from '../../data/unread.ts';
import { number, type TextKey, t, tn } from '../../lang/first.ts';
import { paths } from '../../paths.ts';
import { Head, headMark } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Bell } from '../../ui/icons/bell.ts';
import { Gear } from '../../ui/icons/gear.ts';
import { lazy, loadStyles } from '../../ui/lazy.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import type { IconOf } from '../../ui/props.ts';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { usable } from '../../ui/usable.ts';
import { useWide } from '../../ui/wide.ts';
import { Cells, type Figure, Profit } from './figures.tsx';
import { OrdersRow, TodayPlace } from './waiting-rows.tsx';

/** The first tab: the shop's name, its profit as the awning, what waits for its merchant, and its other figures. */
export default function ShopCentre() {
  const [period, setPeriod] = useState<Period>('week');
  const [figure, setFigure] = useState<Figure>();
  // At the start of the app the profit is painted first; all below it follows in the next frame.
  const [isWhole, setIsWhole] = useState(usable.peek());
  useEffect(() => setIsWhole(true), []);
  // The figures are requested first, as before the waiting orders.
  const { FigureSheets, FrontLink, ProfitTable, Slides } = after.value;
  const count = (usable.value && session.value.me && badgeCount()) || 0;
  return (
    <>
      <Head title={t('app.store')} lead={<ShopName />}>
        {useWide() || (
          <>
            <IconButton
              icon={Bell}
              label={count ? bellLabel(count) : t('shop.notifications')}
              count={count && (count > 99 ? '99+' : count)}
              href={paths.notifications.href()}
            />
            <IconButton icon={Gear} label={t('shop.settings')} href={paths.settings.href()} />
          </>
        )}
      </Head>
      <Page>
        <div className="stack cols">
          <Profit period={period} onPick={setPeriod} onOpen={setFigure}>
            {ProfitTable && <ProfitTable period={period} />}
          </Profit>
          {isWhole && (
            <>
              <div className="stack">
                <section className="card links" aria-label={t('shop.orders')}>
                  <Waiting />
                </section>
                <FirstSteps />
              </div>
              <Cells period={period} onOpen={setFigure} />
              <div className="stack" style={endTogether}>
                <Shortcuts />
                {FrontLink && <FrontLink />}
              </div>
              {me.value.demo && (
                <div className="wide">
                  <Note>{t('shop.demo_note')}</Note>
                </div>
              )}
            </>
          )}
          {Slides && <Slides />}
        </div>
      </Page>
      {figure && FigureSheets && (
        <FigureSheets figure={figure} period={period} onClose={() => setFigure(undefined)} />
      )}
    </>
  );
}

/** The last of a column is as tall as the card beside it leaves. */
const endTogether = { alignContent: 'stretch', gridTemplateRows: 'auto 1fr' };

const bellLabel = (count: number) =>
  actCount.value === undefined ? tn('shop.unread', count) : t('shop.to_do', { count: number(count) });

const TodayRows = lazy(() => import('./today-rows.tsx'), {
  texts: ['today'],
  waiting: TodayPlace,
  failed: () => <OrdersRow />,
});

/** What waits for the merchant; on a server that does not gather it, the orders to pay. */
function Waiting() {
  const isKnown = usable.value && Boolean(session.value.me);
  if (isKnown ? hasFeature('today') : config.hasHome) return isKnown ? <TodayRows /> : <TodayPlace />;
  // The figures go first: this call loads the code that sends calls.
  return <OrdersRow {...(isKnown && pendingOrdersResource.ask().value.data)} />;
}

const Steps = lazy(() => import('./first-steps.tsx'), {
  texts: ['rest', 'goods'],
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

const shortcuts = {
  warehouse: 'shop.warehouse',
  orderComment: 'shop.comments',
  service: 'shop.service',
  promotion: 'shop.promotion',
} as const satisfies Record<string, TextKey>;
type ShortcutName = keyof typeof shortcuts;
const names = Object.keys(shortcuts) as ShortcutName[];

/** The parts that load after the figures. */
interface LaterParts {
  icons?: Readonly<Record<ShortcutName, IconOf>>;
  ProfitTable?: FC<{ period: Period }>;
  FigureSheets?: FC<{ figure: Figure; period: Period; onClose: () => void }>;
  FrontLink?: FC;
  Slides?: FC;
}
const after = signal<LaterParts>({});

/** Links to what is used daily, from the first paint on; the settings have the rest. Their icons load later, into reserved tiles, so nothing moves. */
function Shortcuts() {
  const isKnown = usable.value && Boolean(session.value.me);
  useEffect(() => {
    if (!isKnown) return;
    Promise.all([import('./deferred-parts.tsx'), loadStyles()]).then(
      ([{ default: rest }]) => {
        after.value = rest;
      },
      () => {}, // The labels are enough.
    );
  }, [isKnown]);
  return (
    <nav className="card shorts" aria-label={t('shop.shortcuts')}>
      {names.map((name) => {
        const Icon = after.value.icons?.[name];
        return (
          <a key={name} className="short" href={paths[name].href()}>
            <IconTile tone="calm">{Icon && <Icon />}</IconTile>
            {t(shortcuts[name])}
          </a>
        );
      })}
    </nav>
  );
}

/** The shop's logo, name and level; they lead to its details. */
function ShopName() {
  const { data, error } = storeResource.ask().value;
  if (!data) return <span className="grow row">{!error && <NameSkeleton />}</span>;
  const { name, logo, level, levelAuthorised } = data;
  return (
    <a className="grow row tight" href={paths.shop.href()}>
      {logo ? <Thumb src={logo} size={32} /> : <span className="mark">{initials(name)}</span>}
      <span className="grow">
        <h2>{name}</h2>
        <span className="level">
          {levelAuthorised !== false && levelName(level)} {headMark.value}
        </span>
      </span>
    </a>
  );
}

/** Returns the name of a level; of one that this version does not know, the name that the server gives it. */
function levelName(level: Store['level']) {
  const known = { shop: 1, merchant: 1, agent: 1, partner: 1 };
  return level && level in known ? t(`level.${level}`) : level;
}

const initials = (name = '') =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase())
    .join('');

const NameSkeleton = () => (
  <>
    <SkeletonBlock w="32px" h="32px" />
    <SkeletonBlock w="9em" h="24px" />
  </>
);
