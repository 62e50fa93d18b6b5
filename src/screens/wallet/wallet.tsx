import { useState } from 'react';
import { me } from '../../data/session.ts';
import { type Wallet as WalletData, wallet } from '../../data/wallet.ts';
import { time, zoneName } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Await } from '../../ui/await.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { lazySheet } from '../../ui/lazy-sheet.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ScamWarning } from '../pay/scam-warning.tsx';
import { BalanceCard } from './balance-card.tsx';
import { HoldsCard } from './holds-card.tsx';
import { LatestRows } from './latest-rows.tsx';
import { MoneyCard } from './money-card.tsx';

const AboutAmounts = lazySheet(() => import('./about-amounts.tsx'));

/** The fourth tab: all the merchant's money, and why each part of it is where it is. */
export default function Wallet() {
  const [about, setAbout] = useState(false);
  const { data, error } = wallet.ask().value;
  const waits = !data && !error;
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
          {me.value.demo && (
            <div className="wide">
              <Note tone="warn">{t('wallet.demo')}</Note>
            </div>
          )}
          <Await
            of={wallet.ask()}
            onRetry={() => wallet.refetch()}
            failed={t('wallet.failed')}
            skeleton={<Skeleton cards={2} height="200px" />}
          >
            {(data) => <Cards data={data} />}
          </Await>
          {/* Requested at once, and shown with the amounts above, which would push it away. */}
          <div hidden={waits}>
            <LatestRows warned={hasOperatorText(data)} />
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

function Cards({ data }: { data: WalletData }) {
  return (
    <div className="stack">
      <BalanceCard data={data} />
      {hasOperatorText(data) && <ScamWarning />}
      <MoneyCard data={data} />
      {data.holds?.length > 0 && <HoldsCard holds={data.holds} currency={data.currency} />}
      {data.asOf && (
        <p className="small muted center">
          {t('shop.as_of', { time: time(data.asOf), zone: zoneName(data.asOf) })}
        </p>
      )}
    </div>
  );
}
