import { followFinger } from '../../ui/follow-finger.ts';

const minPullPx = 72;
/** The mark is drawn half as far as the finger, and no further than this. */
const maxDrawnPx = 56;

/** Draws the mark of a list that is pulled, and acts where it was pulled far enough; returns what ends that. */
export default function pullList(pulled: HTMLElement, onPull: () => Promise<unknown> | undefined) {
  const pane = pulled.closest('.pane');
  const isAtTop = () => (pane ? pane.scrollTop : scrollY) <= 0;
  const draw = (px: number) => pulled.style.setProperty('--drawn', `${px}px`);
  const reload = async () => {
    pulled.ariaBusy = 'true';
    try {
      await onPull();
    } finally {
      pulled.ariaBusy = null;
      draw(0);
    }
  };
  return followFinger(pulled, {
    canStart: isAtTop,
    onMove: (way) => draw(Math.min(way / 2, maxDrawnPx)),
    onEnd: (way) => (way > minPullPx ? void reload() : draw(0)),
  });
}
