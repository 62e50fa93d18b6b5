import { formatMoney, parseMoney } from '../../contract/money.ts';
import { type Level, levelsResource } from '../../data/levels.ts';
import { walletResource } from '../../data/wallet.ts';
import { inline, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Store } from '../../ui/icons/store.ts';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CurrentLevel, LevelCard, type LevelPlace } from './level-card.tsx';

interface ShortfallProps {
  level: Level | undefined;
  /** The current deposit. */
  deposit: string | undefined;
  currency: string | undefined;
}

/** A deposit below what its level requires: what that stops, and what it does not. */
function Shortfall({ level, deposit, currency }: ShortfallProps) {
  if (!level?.deposit || deposit === undefined) return null;
  const missing = parseMoney(level.deposit) - parseMoney(deposit);
  if (missing <= 0n) return null;
  return (
    <Note tone="warn" icon={TriangleAlert}>
      {t('business.upgrade.short', { amount: inline(money(formatMoney(missing), currency)) })}
    </Note>
  );
}

/** When a deposit comes back, mostly the same for all levels that require one, so it is shown once. */
function RefundRules({ list }: { list: readonly Level[] }) {
  const Title = useHeading(2);
  const rules = new Set(
    list.filter(({ deposit }) => Number(deposit) > 0).map(({ refundRule }) => refundRule),
  );
  if (rules.size === 0) return null;
  return (
    <details className="card small">
      <summary>
        <Title className="label">{t('business.upgrade.refund')}</Title>
      </summary>
      <div className="stack tight muted">
        {[...rules].map((rule) => (
          <p key={rule}>{rule}</p>
        ))}
      </div>
    </details>
  );
}

const placeOf = (steps: number): LevelPlace => {
  if (steps === 0) return 'current';
  if (steps === 1) return 'next';
  return steps > 0 ? 'higher' : 'lower';
};

/** Side by side where a card has room for its three figures. */
const inColumns = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(18rem, 100%), 1fr))' };

/** The current level, then one card for each other one, those above it first. None is chosen beforehand. */
export default function Upgrade() {
  const deposit = walletResource.ask().value.data?.depositMargin;
  return (
    <>
      <Head title={t('settings.shop_levels')} back={paths.shop.href()} />
      <Page>
        <Await
          of={levelsResource.ask()}
          onRetry={() => levelsResource.refetch()}
          skeleton={<Skeleton cards={3} height="180px" />}
          empty={<Empty icon={Store} title={t('business.upgrade.none')} />}
        >
          {({ list, currentId, currency }) => {
            const at = list.findIndex(({ id }) => id === currentId);
            const current = list[at];
            return (
              <div className="stack full">
                <Shortfall level={current} deposit={deposit} currency={currency} />
                {current && <CurrentLevel level={current} currency={currency} />}
                {/* The current one last, as nothing of it is drawn but the receipt of a move. */}
                <div className="stack" style={inColumns}>
                  {[...list.slice(at + 1), ...list.slice(0, at + 1)].map((level) => (
                    <LevelCard
                      key={level.id}
                      level={level}
                      currency={currency}
                      place={placeOf(list.indexOf(level) - at)}
                    />
                  ))}
                </div>
                <RefundRules list={list} />
              </div>
            );
          }}
        </Await>
      </Page>
    </>
  );
}
