import { useState } from 'react';
import { openable } from '../../data/host.ts';
import { me } from '../../data/session.ts';
import {
  type FlowFilter,
  type FlowRow as FlowRowData,
  type Wallet as WalletData,
  walletFlowResource,
  walletResource,
} from '../../data/wallet.ts';
import { date, dateTime, money, t, time, weekDate, zoneName } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DemoBadge } from '../../ui/demo-badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Page } from '../../ui/page.tsx';
import { Quotation } from '../../ui/quotation.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx';
import { Balance } from './balance.tsx';
import { FlowRow, mergeMoves } from './flow-row.tsx';
import { MoneyParts } from './money-parts.tsx';

const AboutAmounts = lazySheet(() => import('./about-amounts.tsx'), { texts: ['rest'] });

/** The fourth tab: all the merchant's money, and why each part of it is where it is. */
export default function Wallet() {
  const [about, setAbout] = useState(false);
  const { data, error } = walletResource.ask().value;
  const waits = !data && !error;
  return (
    <>
      <Head title={t('app.account')}>
        {me.value.demo && <DemoBadge />}
        <IconButton
          icon={CircleQuestionMark}
          label={t('wallet.definitions')}
          onClick={() => setAbout(true)}
        />
      </Head>
      <Page>
        <div className="stack cols">
          <Await
            of={walletResource.ask()}
            onRetry={() => walletResource.refetch()}
            failed={t('wallet.failed')}
            skeleton={<WalletSkeleton />}
          >
            {(data) => <Amounts data={data} />}
          </Await>
          {/* Requested at once, and shown with the amounts above, which would push it away. */}
          <div className="stack tall" hidden={waits}>
            <LatestRows />
          </div>
          <div className="stack" hidden={waits}>
            <WalletLinks />
            {data?.asOf && (
              <p className="small muted center">
                {t('shop.as_of', { time: time(data.asOf), zone: zoneName(data.asOf) })}
              </p>
            )}
          </div>
        </div>
      </Page>
      {about && <AboutAmounts onClose={() => setAbout(false)} />}
    </>
  );
}

function Amounts({ data }: { data: WalletData }) {
  return (
    <div className="stack">
      <Balance data={data} />
      <MoneyParts data={data} />
      {data.holds?.length > 0 && <Holds holds={data.holds} currency={data.currency} />}
    </div>
  );
}

const WalletSkeleton = () => (
  <div className="stack" aria-hidden="true">
    <SkeletonBlock h="188px" />
    <SkeletonRows rows={4} media="10px" />
  </div>
);

/** What is seldom needed beside the money: its history by results, where it is paid to, and its password. */
function WalletLinks() {
  const ways = [
    [ClipboardList, t('wallet.history'), paths.history.href()],
    [Landmark, t('wallet.accounts'), paths.bankList.href()],
    [Lock, t('wallet.pay_password'), paths.payPassword.href()],
  ] as const;
  return (
    <nav aria-label={t('app.account')}>
      <ItemList>
        {ways.map(([Icon, label, href]) => (
          <Item key={href} media={<Icon className="muted" />} title={label} href={href} next />
        ))}
      </ItemList>
    </nav>
  );
}

type Hold = WalletData['holds'][number];

/** Every frozen amount with its reason, its beginning, and what ends it. */
function Holds({ holds, currency }: { holds: readonly Hold[]; currency: string }) {
  return (
    <ItemList title={t('wallet.holds')}>
      {holds.map((hold) => (
        <Item
          key={hold.id}
          title={hold.reason ?? <bdi>{hold.text}</bdi>}
          figure={<Amount>{money(hold.amount, currency)}</Amount>}
          note={t('wallet.since', { at: date(hold.since) })}
        >
          {hold.reason && <Quotation>{hold.text}</Quotation>}
          <p className="small dot" data-tone="warn">
            {ending(hold)}
          </p>
          <p className="row wrap small">
            {hold.ref && (
              <a className="hit" href={rowsOf(hold.reasonCode, hold.ref)}>
                <Code>{hold.ref}</Code>
              </a>
            )}
            {hold.appealUrl && (
              <a className="hit" href={openable(hold.appealUrl)}>
                {t('wallet.appeal')}
              </a>
            )}
          </p>
        </Item>
      ))}
    </ItemList>
  );
}

/** Returns the link of a hold: that of a withdrawal to its timeline, others to their rows in the wallet. */
const rowsOf = (reasonCode: string, no: string) =>
  reasonCode === 'withdrawal' ? paths.history.href({ no }) : paths.walletFlow.href({ refNo: no });

/** Returns whether a hold announces a deduction: its date is no release, and an appeal moves it. */
const isAnnounced = ({ reasonCode }: Hold) => reasonCode === 'refund' || reasonCode === 'correction';

function ending(hold: Hold) {
  const { releaseAt, condition, reviewBy } = hold;
  if (isAnnounced(hold) && releaseAt) return t('wallet.taken_from', { at: weekDate(releaseAt) });
  const by = releaseAt
    ? t('wallet.release_at', { at: weekDate(releaseAt) })
    : reviewBy && t('wallet.review_by', { at: weekDate(reviewBy) });
  return [condition, by].filter(Boolean).join(' · ');
}

const maxShown = 8;
const latest: FlowFilter = {};

/** The newest movements of all balances, and the way to all of them. */
function LatestRows() {
  return (
    <Await
      of={walletFlowResource.ask(latest)}
      onRetry={() => walletFlowResource.refetch(latest)}
      failed={t('flow.failed')}
      skeleton={<SkeletonRows rows={4} media="20px" />}
      empty={<Empty title={t('flow.empty')} text={t('flow.empty_text')} />}
    >
      {({ list, currency }) => <Latest rows={list} currency={currency} />}
    </Await>
  );
}

function Latest({ rows, currency }: { rows: readonly FlowRowData[]; currency: string }) {
  const { shown, moves } = mergeMoves(rows);
  return (
    <ItemList
      title={t('flow.title')}
      aside={
        <LinkButton kind="plain" href={paths.walletFlow.href()}>
          {t('wallet.flow_all')}
        </LinkButton>
      }
    >
      {shown.slice(0, maxShown).map((row) => (
        <FlowRow
          key={row.id}
          row={row}
          currency={currency}
          account="named"
          at={dateTime}
          isMove={moves.has(row.id)}
        />
      ))}
    </ItemList>
  );
}
