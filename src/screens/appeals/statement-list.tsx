import { statements } from '../../data/statements.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { BadgeCheck } from '../../ui/icons/badge-check.ts';
import { ItemList } from '../../ui/item-list.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ScamWarning } from '../pay/scam-warning.tsx';
import { StatementRow } from './statement-row.tsx';

export function StatementList() {
  return (
    <Await
      of={statements.ask({})}
      onRetry={() => statements.refetch({})}
      skeleton={<SkeletonRows rows={4} media="0" />}
      empty={
        <Empty icon={BadgeCheck} title={t('business.appeal.none')} text={t('business.appeal.none_text')}>
          <LinkButton href={paths.shopCentre.href()}>{t('app.store')}</LinkButton>
        </Empty>
      }
    >
      {({ list, nextCursor }) => (
        <div className="stack">
          <ScamWarning />
          <ItemList>
            {list.map((data) => (
              <StatementRow key={data.id} data={data} />
            ))}
          </ItemList>
          {nextCursor && <LoadMore load={() => statements.more({})} />}
        </div>
      )}
    </Await>
  );
}
