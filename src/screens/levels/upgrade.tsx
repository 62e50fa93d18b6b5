import { formatMoney, parseMoney } from '../../contract/money.ts';
import { type Level, levels } from '../../data/levels.ts';
import { wallet } from '../../data/wallet.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Store } from '../../ui/icons/store.ts';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LevelCard } from './level-card.tsx';
import { LevelTable } from './level-table.tsx';

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

/** The four levels side by side: what each allows, requires and returns. None is chosen beforehand. */
export default function Upgrade() {
  const deposit = wallet.ask().value.data?.depositMargin;
  return (
    <>
      <Head title={t('settings.shop_levels')} back={paths.shop.href()} />
      <Page>
        <Await
          of={levels.ask()}
          onRetry={() => levels.refetch()}
          skeleton={<Skeleton cards={2} height="220px" />}
          empty={<Empty icon={Store} title={t('business.upgrade.none')} />}
        >
          {({ list, currentId, currency }) => (
            <div className="stack cols">
              <div className="wide stack">
                <Shortfall
                  level={list.find(({ id }) => id === currentId)}
                  deposit={deposit}
                  currency={currency}
                />
                <LevelTable list={list} currentId={currentId} currency={currency} />
              </div>
              {list.map((level) => (
                <LevelCard
                  key={level.id}
                  level={level}
                  currency={currency}
                  isCurrent={currentId !== undefined && level.id === currentId}
                />
              ))}
            </div>
          )}
        </Await>
      </Page>
    </>
  );
}
