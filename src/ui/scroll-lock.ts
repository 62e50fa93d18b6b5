let locks = 0;
let before = '';

/** Locks the scroll of the page behind a sheet; returns what unlocks it. Sheets may be nested. */
export function lockScroll(root: HTMLElement = document.documentElement) {
  if (locks++ === 0) {
    before = root.style.overflow;
    root.style.overflow = 'hidden';
  }
  let isLocked = true;
  return () => {
    if (!isLocked) return;
    isLocked = false;
    if (--locks === 0) root.style.overflow = before;
  };
}
