import { type FlowFilter, type FlowRow as FlowRowData, walletFlowResource } from '../../data/wallet.ts';
import { dateTime, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { FlowRow } from './flow-row.tsx';
import { hasOperatorText } from './operator-text.ts';

const SHOWN = 8;
const latest: FlowFilter = { account: 'available' };

interface Props {
  /** Whether the warning about payments for withdrawals is shown above already. */
  isWarned: boolean;
}

/** The newest movements of the balance, and the way to all of them. */
export function LatestRows({ isWarned }: Props) {
  return (
    <Await
      of={walletFlowResource.ask(latest)}
      onRetry={() => walletFlowResource.refetch(latest)}
      failed={t('flow.failed')}
      skeleton={<SkeletonRows rows={4} media="20px" />}
      empty={<Empty title={t('flow.empty')} text={t('flow.empty_text')} />}
    >
      {({ list, currency }) => <Latest rows={list.slice(0, SHOWN)} currency={currency} isWarned={isWarned} />}
    </Await>
  );
}

function Latest({ rows, currency, isWarned }: Props & { rows: readonly FlowRowData[]; currency: string }) {
  const warned = isWarned ? undefined : rows.find(hasOperatorText);
  return (
    <ItemList
      title={t('flow.title')}
      aside={
        <LinkButton kind="plain" href={paths.walletFlow.href()}>
          {t('wallet.flow_all')}
        </LinkButton>
      }
    >
      {rows.map((row) => (
        <FlowRow key={row.id} row={row} currency={currency} at={dateTime}>
          {row === warned && <ScamWarning reportAt={paths.service.href()} />}
        </FlowRow>
      ))}
    </ItemList>
  );
}
