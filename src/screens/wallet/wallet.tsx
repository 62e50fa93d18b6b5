import { useState } from 'react';
import { hasFeature } from '../../data/session.ts';
import {
  comingResource,
  type FlowFilter,
  type FlowRow as FlowRowData,
  type Wallet as WalletData,
  walletFlowResource,
  walletResource,
} from '../../data/wallet.ts';
import { date, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
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
import { lazySheet } from '../../ui/sheet.tsx';
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx';
import { Balance } from './balance.tsx';
import { Coming, ComingSkeleton } from './coming.tsx';
import { FlowRow, mergeMoves } from './flow-row.tsx';
import { Kept } from './kept.tsx';

const AboutAmounts = lazySheet(() => import('./about-amounts.tsx'), { texts: ['rest'] });

/** The fourth tab: all the merchant's money, and why each part of it is where it is. */
export default function Wallet() {
  const [about, setAbout] = useState(false);
  const wallet = walletResource.ask().value;
  const waits = !wallet.data && !wallet.error;
  // Requested at once with the wallet, above whose movements it is drawn.
  if (hasFeature('coming')) comingResource.ask();
  return (
    <>
      <Head title={t('app.account')}>
        <IconButton
          icon={CircleQuestionMark}
          label={t('wallet.definitions')}
          onClick={() => setAbout(true)}
        />
      </Head>
      <Page>
        <div className="stack cols">
          <Await of={wallet} onRetry={refetchAll} failed={t('wallet.failed')} skeleton={<WalletSkeleton />}>
            {(data) => <Amounts data={data} />}
          </Await>
          {/* Requested at once, and shown with the amounts above, which would push it away. */}
          <div className="stack tall" hidden={waits}>
            <LatestRows isFailed={Boolean(wallet.error)} />
          </div>
          {!waits && <WalletLinks />}
        </div>
      </Page>
      {about && <AboutAmounts onClose={() => setAbout(false)} />}
    </>
  );
}

const refetchAll = () => {
  void walletResource.refetch();
  void walletFlowResource.refetch(latest);
};

const Amounts = ({ data }: { data: WalletData }) => (
  <div className="stack">
    <Balance data={data} />
    <Coming data={data} />
    <Kept data={data} />
  </div>
);

const WalletSkeleton = () => (
  <div className="stack" aria-hidden="true">
    <div className="purse stack">
      <div>
        <SkeletonBlock w="12em" h="20px" />
        <div className="big">
          <SkeletonBlock w="5em" />
        </div>
      </div>
      <div className="cells tight">
        <SkeletonBlock h="44px" />
        <SkeletonBlock h="44px" />
      </div>
      <p className="small">
        <SkeletonBlock w="18em" />
      </p>
    </div>
    <ComingSkeleton />
    <SkeletonRows rows={5} media="40px" title="6em" />
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

/** As many as stand beside the amounts and the links; a phone shows half of them. */
const maxShown = 10;
const latest: FlowFilter = {};

/** The newest movements of all balances, and the way to all of them. */
function LatestRows({ isFailed }: { isFailed: boolean }) {
  const rows = walletFlowResource.ask(latest).value;
  // The wallet above says what failed, and its retry is for both.
  if (isFailed && !rows.data) return null;
  return (
    <Await
      of={isFailed ? { ...rows, error: undefined } : rows}
      onRetry={() => walletFlowResource.refetch(latest)}
      failed={t('flow.failed')}
      skeleton={<SkeletonRows rows={5} media="40px" />}
      empty={<Empty title={t('flow.empty')} text={t('flow.empty_text')} />}
    >
      {({ list, currency }) => <Latest rows={list} currency={currency} />}
    </Await>
  );
}

/** Leaves out settlements that became available in full: the newer row shows the sum. */
function withoutReleased(rows: readonly FlowRowData[]) {
  const sumOf = ({ refNo, amount }: FlowRowData) => `${refNo} ${amount}`;
  const released = new Set(rows.filter(({ kind }) => kind === 'release').map(sumOf));
  return rows.filter((row) => row.kind !== 'settlement' || !released.has(sumOf(row)));
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
      {withoutReleased(shown)
        .slice(0, maxShown)
        .map((row) => (
          <FlowRow
            key={row.id}
            row={row}
            currency={currency}
            layout="latest"
            at={date}
            isMove={moves.has(row.id)}
          />
        ))}
    </ItemList>
  );
}
