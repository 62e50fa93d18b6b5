import type { CommandResult } from '../../data/command.ts';
import { priceEdit, repriceUndo, type ShowcaseItem } from '../../data/showcase.ts';
import { toast } from '../../data/toast.ts';
import { gap, tn } from '../../lang/index.ts';
import { goodsProblem } from './goods-problem.ts';

/** Restores the prices before a change by a rule, and shows how many were not restored, as they were changed since. */
export async function undoRepricing(repriceId: string): Promise<void> {
  const result = await repriceUndo.send({ repriceId });
  if (result.state !== 'done') return showProblem(result);
  const { rows } = result.output;
  const kept = rows.filter(({ refused }) => refused).length;
  toast(() =>
    [tn('goods.bulk.undone', rows.length - kept), kept > 0 && tn('goods.bulk.kept', kept)]
      .filter(Boolean)
      .join(gap()),
  );
}

/** Gives one product the price again that it had before. */
export async function undoPriceEdit({ id, sellingPrice }: ShowcaseItem): Promise<void> {
  const result = await priceEdit.send({ id, sellingPrice });
  if (result.state !== 'done') return showProblem(result);
  toast(() => tn('goods.bulk.undone', 1));
}

function showProblem({ state, error }: Exclude<CommandResult<never>, { state: 'done' }>) {
  toast(() => goodsProblem(state, error) ?? '', 'bad');
}
