import { type FlowFilter, walletFlow } from '../../data/wallet.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { FlowDays } from './flow-days.tsx';
import { RowsWarning } from './rows-warning.tsx';

const SHOWN = 8;
const latest: FlowFilter = { account: 'available' };

interface Props {
  /** Whether the warning about payments for withdrawals is shown above already. */
  warned: boolean;
}

/** The newest movements of the balance, and the way to all of them. */
export function LatestRows({ warned }: Props) {
  return (
    <Card
      title={t('flow.title')}
      aside={
        <a className="btn plain" style={{ marginBlock: '-12px' }} href={paths.walletFlow.href()}>
          {t('wallet.flow_all')}
        </a>
      }
    >
      <Await
        of={walletFlow.ask(latest)}
        onRetry={() => walletFlow.refetch(latest)}
        failed={t('flow.failed')}
        skeleton={<SkeletonBlock h="240px" />}
        empty={<Empty title={t('flow.empty')} text={t('flow.empty_text')} />}
      >
        {({ list, currency }) => {
          const rows = list.slice(0, SHOWN);
          return (
            <>
              {!warned && <RowsWarning rows={rows} />}
              <FlowDays rows={rows} currency={currency} />
            </>
          );
        }}
      </Await>
    </Card>
  );
}
