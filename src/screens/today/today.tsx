import { useLayoutEffect } from 'react';
import { openable } from '../../data/host.ts';
import { showToday, type Today, todayResource } from '../../data/today.ts';
import { unreadResource } from '../../data/unread.ts';
import { inline, money, number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { ActMark } from '../../ui/act.tsx';
import { actTexts } from '../../ui/act-texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Everything that waits for the merchant, the most urgent first. */
export default function TodayScreen() {
  useLayoutEffect(showToday, []);
  // Polled while a screen shows it: news of it renews what waits.
  unreadResource.ask();
  return (
    <>
      <Head title={t('today.title')} back={paths.shopCentre.href()} />
      <Page>
        <Await
          of={todayResource.ask({})}
          onRetry={() => void todayResource.refetch({})}
          skeleton={<SkeletonRows media="44px" />}
          isEmpty={({ acts }) => acts.length === 0}
          empty={<Empty icon={Check} title={t('today.none')} />}
        >
          {(today) => <Acts of={today} />}
        </Await>
      </Page>
    </>
  );
}

function Acts({ of: today }: { of: Today }) {
  const { acts, total } = today;
  return (
    <>
      <ItemList>
        {acts.map((act) => {
          const { title, goods, note, sum, until, price } = actTexts(act, today);
          const { kind, profit, effect } = act;
          const lines = [
            goods,
            kind === 'pay' && t('today.profit', { amount: inline(money(profit)) }),
            price && t('today.same_margin', { price }),
            effect && effect !== 'restriction_ends' && t(`today.effect.${effect}`),
          ];
          return (
            <Item
              key={`${kind} ${act.subject}`}
              media={<ActMark of={act} />}
              title={title}
              figure={sum ? <Amount>{sum}</Amount> : until}
              note={note}
              href={openable(act.path)}
            >
              {lines.map(
                (line) =>
                  line && (
                    <p key={line} className="small muted">
                      {line}
                    </p>
                  ),
              )}
              {kind === 'pay' && (
                <p style={{ marginBlockStart: '8px' }}>
                  <LinkButton
                    kind="primary"
                    href={paths.orderList.href({ status: 'pending_payment', pay: 1 })}
                  >
                    {t(act.count > 1 ? 'today.pay_all' : 'today.pay_one')}
                  </LinkButton>
                </p>
              )}
            </Item>
          );
        })}
      </ItemList>
      {total > acts.length && (
        <p className="small muted">{t('today.more', { count: number(total - acts.length) })}</p>
      )}
    </>
  );
}
