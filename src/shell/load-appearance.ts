import { importWithRetry } from '../ui/lazy.tsx';

let latest: unknown;
let undo: (() => void) | undefined;

/**
 * Applies an appearance, of whatever kind it is: its code checks it, and loads only where one is given. The latest one
 * replaces those before; where its code cannot be loaded, the look stays as it is.
 */
export async function setAppearance(root: HTMLElement, given: unknown): Promise<void> {
  if (latest === given) return;
  latest = given;
  const code = await importWithRetry(() => import('./appearance.ts')).catch(() => undefined);
  if (!code || latest !== given) return;
  undo?.();
  undo = code.applyAppAppearance(root, given);
}

/** Takes it off. */
export function clearAppearance(): void {
  latest = undefined;
  undo?.();
}
