import { levels } from '../../data/levels.ts';
import { wallet } from '../../data/wallet.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Store } from '../../ui/icons/store.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LevelCard } from './level-card.tsx';
import { LevelTable } from './level-table.tsx';
import { Shortfall } from './shortfall.tsx';

/** The four levels side by side: what each allows, asks for and gives back. None of them is chosen beforehand. */
export default function Upgrade() {
  const deposit = wallet.ask().value.data?.depositMargin;
  return (
    <>
      <Head title={t('business.upgrade.title')} back={paths.shop.href()} />
      <Page>
        <Await
          of={levels.ask()}
          onRetry={() => levels.refresh()}
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
