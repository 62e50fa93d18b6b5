/** Hears that somebody came back to the page after a while: what they see may be old. */
export function watchReturn(onReturn: () => void, awayMs = 30_000): () => void {
  let left = Date.now();
  const look = () => {
    if (document.hidden) left = Date.now();
    else if (Date.now() - left > awayMs) onReturn();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
