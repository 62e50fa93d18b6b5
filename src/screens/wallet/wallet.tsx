import { useState } from 'react';
import { me } from '../../data/session.ts';
import { type Wallet as WalletData, walletResource } from '../../data/wallet.ts';
import { t, time, zoneName } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { DemoBadge } from '../../ui/demo-badge.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Page } from '../../ui/page.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx';
import { Balance } from './balance.tsx';
import { Holds } from './holds.tsx';
import { LatestRows } from './latest-rows.tsx';
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
            <LatestRows isWarned={hasOperatorText(data)} />
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

/** Returns whether an operator's text is among the amounts. */
const hasOperatorText = (data: WalletData | null | undefined) =>
  Boolean(data?.restrictions?.length || data?.holds?.length);

function Amounts({ data }: { data: WalletData }) {
  return (
    <div className="stack">
      <Balance data={data} />
      {hasOperatorText(data) && <ScamWarning reportAt={paths.service.href()} />}
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
