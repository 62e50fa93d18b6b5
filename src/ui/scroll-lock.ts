let locks = 0;
let before = '';

/** Keeps the page behind a sheet where it is; returns the undo. Sheets may stand on sheets. */
export function lockScroll(root: HTMLElement = document.documentElement) {
  if (locks++ === 0) {
    before = root.style.overflow;
    root.style.overflow = 'hidden';
  }
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    if (--locks === 0) root.style.overflow = before;
  };
}
