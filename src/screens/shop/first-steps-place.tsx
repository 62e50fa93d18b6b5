import { me } from '../../data/session.ts';
import { store } from '../../data/store.ts';
import { local } from '../../storage.ts';
import { lazy } from '../../ui/lazy.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';

const Steps = lazy(() => import('./first-steps.tsx'), {
  texts: ['rest'],
  waiting: () => <SkeletonBlock h="17rem" />,
});

/**
 * What a new shop still needs. The first two facts, which the first screen has anyway, tell a new shop; one that has
 * begun sees the steps until they are done or put away.
 */
export function FirstSteps() {
  const { id, payPasswordSet } = me.value;
  const isNew = payPasswordSet === false || store.ask().value.data?.goodsUsed === 0;
  const kept = local.get('firstSteps');
  if (!id || kept === `done ${id}` || (!isNew && kept !== `open ${id}`)) return null;
  return <Steps id={id} />;
}
