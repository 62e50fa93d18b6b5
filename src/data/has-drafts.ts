/**
 * Whether something typed is kept that was never sent, by any form of this tab: it is lost with the tab. Beside
 * storage.ts, as nothing before the last Back asks.
 */
export function hasDrafts(): boolean {
  try {
    return Object.keys(sessionStorage).join().includes('souk.draft.');
  } catch {
    return false;
  }
}
