import { importWithRetry } from '../ui/lazy.tsx';

let latest: unknown;
let undo = () => {};

/**
 * Applies an appearance, of whatever kind it is: its code checks it, and loads only where one is given. The latest one
 * replaces those before; while its code cannot be loaded, the look stays as it is.
 */
export async function setAppearance(root: HTMLElement, given: unknown): Promise<void> {
  if (latest === given) return;
  latest = given;
  const code = await importWithRetry(() => import('./appearance.ts')).catch(() => undefined);
  if (latest !== given) return;
  if (!code) {
    latest = undefined;
    return;
  }
  undo();
  undo = code.applyAppearance(root, given);
}

/** Takes it off. */
export function clearAppearance(): void {
  latest = undefined;
  undo();
  undo = () => {};
}
