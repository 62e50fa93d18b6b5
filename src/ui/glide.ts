const standsStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Lets an element slide to its new place whenever what it holds moves its upper edge, instead of jumping there; until
 * it is told to stop.
 */
export function glideAlong(element: HTMLElement): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {};
  let top = element.offsetTop;
  const watch = new ResizeObserver(() => {
    const by = top - element.offsetTop;
    top -= by;
    if (by === 0 || standsStill()) return;
    // One that got shorter hangs above its foot meanwhile: its own colour fills the gap.
    const gap = `0 ${Math.max(0, -by)}px var(--surface)`;
    element.animate?.(
      [
        { translate: `0 ${by}px`, boxShadow: gap },
        { translate: '0 0', boxShadow: '0 0 var(--surface)' },
      ],
      { duration: 200, easing: 'ease' },
    );
  });
  watch.observe(element);
  return () => watch.disconnect();
}
