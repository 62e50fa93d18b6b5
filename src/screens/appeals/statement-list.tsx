import { statements } from '../../data/statements.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { BadgeCheck } from '../../ui/icons/badge-check.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ScamWarning } from '../pay/scam-warning.tsx';
import { StatementCard } from './statement-card.tsx';

export function StatementList() {
  return (
    <Await
      of={statements.ask({})}
      onRetry={() => statements.refetch({})}
      skeleton={<Skeleton cards={3} height="180px" />}
      empty={
        <Empty icon={BadgeCheck} title={t('business.appeal.none')} text={t('business.appeal.none_text')}>
          <LinkButton href={paths.shopCentre.href()}>{t('app.store')}</LinkButton>
        </Empty>
      }
    >
      {({ list, nextCursor }) => (
        <div className="stack">
          <ScamWarning />
          <div className="stack cols">
            {list.map((data) => (
              <StatementCard key={data.id} data={data}>
                {data.appeal && (
                  <LinkButton href={paths.appeal.href({ ref: data.id })}>
                    {t(data.objection ? 'business.appeal.title' : 'shop.appeal')}
                  </LinkButton>
                )}
              </StatementCard>
            ))}
          </div>
          {nextCursor && <LoadMore load={() => statements.more({})} />}
        </div>
      )}
    </Await>
  );
}
