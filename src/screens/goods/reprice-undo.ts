import { repriceUndo } from '../../data/showcase.ts';
import { toast } from '../../data/toast.ts';
import { tn } from '../../lang/index.ts';
import { goodsProblem } from './goods-problem.ts';

/** Restores the prices before a change by a rule, and shows how many were not restored, as they were changed since. */
export async function undoRepricing(repriceId: string): Promise<void> {
  const result = await repriceUndo.send({ repriceId });
  if (result.state !== 'done') {
    const { state, error } = result;
    return toast(() => goodsProblem(state, error) ?? '', 'bad');
  }
  const { rows } = result.output;
  const kept = rows.filter(({ refused }) => refused).length;
  toast(() =>
    [tn('goods.bulk.undone', rows.length - kept), kept > 0 && tn('goods.bulk.kept', kept)]
      .filter(Boolean)
      .join(' '),
  );
}
