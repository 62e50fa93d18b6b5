import { LocationProvider } from 'preact-iso/router';
import { useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { openable } from '../../data/host.ts';
import { type Notice, type NoticeFilter, type NoticePage, noticesResource } from '../../data/notices.ts';
import { hasFeature } from '../../data/session.ts';
import { showToday, todayResource } from '../../data/today.ts';
import { latestNotice, unreadResource } from '../../data/unread.ts';
import { byDay, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { Await, type Loaded } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Bell } from '../../ui/icons/bell.ts';
import { ItemList } from '../../ui/item-list.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ActRow, withoutAct, withoutNotice } from './act-row.tsx';
import { UnreadNotices } from './mark-all.tsx';
import { noticeIcons } from './notice-mark.tsx';
import { GatheredRow, gatheredKinds, OrderRows } from './notice-row.tsx';
import { ToastHistory } from './toast-history.tsx';

const types = Object.keys(noticeIcons) as Notice['type'][];
const views = ['all', ...types, 'toasts'] as const;

/** All notices, what waits for an act first, and the toasts of this visit. */
export default function Notifications() {
  const { type: asked } = useContext(LocationProvider.ctx).query;
  const view = views.find((one) => one === asked) ?? 'all';
  return (
    <>
      <Head title={t('shop.notifications')} back={paths.shopCentre.href()}>
        {view === 'all' && <UnreadNotices />}
      </Head>
      <Page>
        <div className="stack full">
          <Choices
            shape="words"
            label={t('people.notices.views')}
            value={view}
            items={views.map((value) => ({
              value,
              label: t(`people.notices.${value}`),
              href: paths.notifications.href(value === 'all' ? {} : { type: value }),
            }))}
          />
          {view === 'toasts' ? <ToastHistory /> : <Notices filter={view === 'all' ? {} : { type: view }} />}
        </div>
      </Page>
    </>
  );
}

function Notices({ filter }: { filter: NoticeFilter }) {
  const latest = latestNotice(unreadResource.ask().value.data);
  const known = useRef(latest);
  useEffect(() => {
    // The count shows that there is something newer than what is on the screen.
    if (known.current && latest !== known.current) noticesResource.invalidate();
    known.current = latest;
  }, [latest]);
  const today = useToday(filter);
  const notices = noticesResource.ask(filter).value;
  const waits = today?.data;
  const acts = withoutNotice(waits?.acts ?? [], notices.data?.list ?? []);
  const retry = () => {
    if (today) void todayResource.refetch({});
    void noticesResource.refetch(filter);
  };
  return (
    <Await
      of={together(notices, today)}
      onRetry={retry}
      failed={t('people.notices.failed')}
      skeleton={
        <div className="stack cols">
          <SkeletonRows rows={3} media="44px" title="8em" />
          <SkeletonRows rows={7} media="44px" title="5em" />
        </div>
      }
      isEmpty={({ list }) => list.length + acts.length === 0}
      empty={<Empty icon={Bell} title={t('people.notices.empty')} text={t('people.notices.empty_text')} />}
    >
      {({ list, nextCursor, currency }) => {
        const { todo, days } = sections(byOrder(withoutAct(list, acts)));
        const hasTodo = todo.length + acts.length > 0;
        return (
          <div className={classes('stack', hasTodo && 'cols')} style={hasTodo ? undefined : oneColumn}>
            {hasTodo && (
              <Section title={t('people.notices.todo')} rows={todo} currency={currency}>
                {waits &&
                  acts.map((act) => <ActRow key={`${act.kind} ${act.subject}`} of={act} today={waits} />)}
              </Section>
            )}
            <div className="stack">
              {days.map(({ title, rows }) => (
                <Section
                  key={title}
                  title={title}
                  aside={<Released of={rows.find(isReleased)?.[0]} currency={currency} />}
                  rows={rows.filter((row) => !isReleased(row))}
                  currency={currency}
                />
              ))}
              {nextCursor && <LoadMore load={() => noticesResource.more(filter)} />}
            </div>
          </div>
        );
      }}
    </Await>
  );
}

/** As wide as a row is read across. */
const oneColumn = { maxInlineSize: 'calc(46 * var(--rem))' } as const;

/** Returns the notices once it is known what waits, or why not: drawn earlier they would move. */
function together(notices: Loaded<NoticePage>, today: Loaded<unknown> | undefined): Loaded<NoticePage> {
  if (!today) return notices;
  const { data, error, loading } = today;
  if (loading && !data && !error) return { loading };
  return { ...notices, error: notices.error ?? error, loading: notices.loading || loading };
}

/** Returns what waits, where notices of all kinds are shown: all of it is listed, also what no notice asks for. */
function useToday({ type }: NoticeFilter) {
  useLayoutEffect(showToday, []);
  return type === undefined && hasFeature('today') ? todayResource.ask({}).value : undefined;
}

/** The sum that a day has released is no row: what it is made of was there when it settled. */
const isReleased = ([{ kind, readAt }]: Group) => kind === 'orders_released' && Boolean(readAt);

function Released({ of, currency }: { of: Notice | undefined; currency: string | undefined }) {
  if (!of) return null;
  return (
    <LinkButton kind="plain" href={openable(of.link)}>
      {of.title} <Amount>{money(of.amount, currency)}</Amount>
    </LinkButton>
  );
}

interface SectionProps {
  title: string;
  aside?: Children;
  rows: readonly Group[];
  currency: string | undefined;
  /** Further rows. */
  children?: Children;
}

/** The rows of what waits, or of one day. */
const Section = ({ title, aside, rows, currency, children }: SectionProps) => (
  <ItemList title={title} aside={aside}>
    {rows.map((group) => {
      const kind = group.length > 1 ? gatheredKindOf(group) : undefined;
      const key = group[0].id;
      if (kind) return <GatheredRow key={key} list={group} currency={currency} kind={kind} />;
      return <OrderRows key={key} list={group} currency={currency} />;
    })}
    {children}
  </ItemList>
);

const isWaiting = ({ readAt }: Notice) => !readAt;

/** What is shown as one: a notice with the earlier ones of its order behind it, or those of a kind that wait. */
type Group = [Notice, ...Notice[]];

/** Returns the kind of a group of which all wait, if such are gathered in one row. */
const gatheredKindOf = (group: Group) =>
  gatheredKinds.find((kind) => group.every((notice) => notice.kind === kind && isWaiting(notice)));

/** Returns the notices of one order as rows: each that waits for an act, else the newest; the last has the others. */
function rowsOf(list: Group): Group[] {
  const waiting = list.filter(isWaiting);
  const shown = waiting.length > 0 ? waiting : list.slice(0, 1);
  const others = list.filter((notice) => !shown.includes(notice));
  return shown.map((notice, index) => (index === shown.length - 1 ? [notice, ...others] : [notice]));
}

/** Returns the notices by order; one of no order is alone. */
function byOrder(list: readonly Notice[]): Group[] {
  const orders = new Map<string, Group>();
  for (const notice of list) {
    const key = notice.order?.id ?? notice.id;
    const order = orders.get(key);
    if (order) order.push(notice);
    else orders.set(key, [notice]);
  }
  return [...orders.values()].flatMap(rowsOf);
}

const cameAt = ([{ createdAt }]: Group) => Date.parse(createdAt);
const dueAt = ([{ actBy }]: Group) => (actBy ? Date.parse(actBy) : Number.POSITIVE_INFINITY);

/** What waits for an act is before what was: what has to be done soonest, and then the newest. */
const bySoonest = (one: Group, other: Group) => {
  const [due, otherDue] = [dueAt(one), dueAt(other)];
  return due === otherDue ? cameAt(other) - cameAt(one) : due - otherDue;
};

/** Returns the groups that wait for an act, and all others by their days. */
function sections(groups: readonly Group[]) {
  const waiting = groups.filter(([shown]) => isWaiting(shown)).sort(bySoonest);
  const others = groups
    .filter(([shown]) => !isWaiting(shown))
    .sort((one, other) => cameAt(other) - cameAt(one));
  return { todo: gather(waiting), days: byDay(others, ([shown]) => shown.createdAt) };
}

/** Returns the groups, of which those of a kind that is gathered are one, where the first of them is. */
const gather = (groups: readonly Group[]): Group[] =>
  gatheredKinds.reduce((all: readonly Group[], kind) => {
    const [first, ...more] = all.filter(([shown]) => shown.kind === kind);
    const shown = more.map(([one]) => one);
    return all.flatMap((group): Group[] => {
      if (group === first && more.length > 0) return [[group[0], ...shown]];
      return shown.includes(group[0]) ? [] : [group];
    });
  }, groups) as Group[];
