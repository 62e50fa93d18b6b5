import { effect } from '@preact/signals';
import { hasToken, type Session, session } from '../data/session.ts';
import { homeStatResource } from '../data/stats.ts';
import { storeResource } from '../data/store.ts';
import type { Navigator } from '../location.ts';
import { paths } from '../paths.ts';
import { pause } from '../retry.ts';

/** How long the rest of the app waits for the figures of the shop centre, in milliseconds. */
const maxWaitMs = 3000;

/**
 * Waits until the shop centre has its figures, or none will come: a call has failed, sign-in or another screen is drawn. A
 * press may need any code, and ends the wait.
 */
export async function waitForFigures({ target }: Navigator, root: HTMLElement): Promise<void> {
  let stop = () => {};
  const over = new Promise<void>((resolve) => {
    stop = effect(() => {
      const isFirst = target.value === paths.shopCentre.path;
      if (!isFirst || !mayHaveToken.includes(session.value.status) || haveFigures()) resolve();
    });
    for (const press of ['pointerdown', 'keydown'])
      root.addEventListener(press, () => resolve(), { once: true });
  });
  await Promise.race([over, pause(maxWaitMs)]);
  stop();
}

const mayHaveToken: readonly Session['status'][] = ['starting', 'signed-in'];

const haveFigures = () =>
  hasToken.value &&
  [storeResource.ask().value, homeStatResource.ask().value].every(({ data, loading }) => data || !loading);
