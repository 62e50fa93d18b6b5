import { type FC, type MouseEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { errorText, t } from '../lang/index.ts';
import { Button } from './button.tsx';
import { followFinger } from './follow-finger.ts';
import { IconButton } from './icon-button.tsx';
import { X } from './icons/x.ts';
import { type LazyOptions, lazy } from './lazy.tsx';
import { useIsBehindSignIn, useLeaveGuard } from './leave-guard.ts';
import type { Children } from './props.ts';
import { prefersReducedMotion } from './reduced-motion.ts';

/** Lets a picture of a sheet that closes sink out of the window: the sheet itself is gone at once. */
function animateClosing(sheet: HTMLElement) {
  const isHidden = sheet.closest('[aria-busy="true"]');
  if (!sheet.animate || isHidden || prefersReducedMotion()) return;
  const picture = document.createElement('div');
  picture.className = 'sheet gone';
  picture.inert = true;
  picture.style.blockSize = `${sheet.offsetHeight}px`;
  picture.append(...sheet.cloneNode(true).childNodes);
  sheet.closest('.souk')?.append(picture);
  const leaving = picture.animate(
    [{ translate: sheet.style.translate }, { translate: '0 100%', boxShadow: '0 0 0 100vmax #0000' }],
    {
      duration: 160,
      easing: 'ease-in',
    },
  );
  leaving.onfinish = () => picture.remove();
}

/**
 * Animates an element to its new position when its content moves its upper edge, instead of letting it jump; returns
 * what stops that.
 */
function animateReposition(element: HTMLElement): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {};
  let top = element.offsetTop;
  const watch = new ResizeObserver(() => {
    const by = top - element.offsetTop;
    top -= by;
    if (by === 0 || prefersReducedMotion()) return;
    // A shorter one ends above its foot meanwhile: its own colour fills the gap.
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

/** A sheet stays where it is unless it is drawn down by this much. */
const minDrawnPx = 80;

/** Lets the upper edge of a sheet be drawn down; far enough, it does what the cross does. Returns what stops that. */
function followDrag(sheet: HTMLElement, onClose: () => void): () => void {
  const rise = () => {
    const { translate } = sheet.style;
    sheet.style.translate = '';
    if (!prefersReducedMotion()) sheet.animate?.([{ translate }, {}], { duration: 200, easing: 'ease' });
  };
  return followFinger(sheet, {
    canStart: ({ target }) =>
      isAtFoot(sheet) &&
      !(target as Element).closest('button') &&
      Boolean((target as Element).closest('.sheet > .head')),
    onMove: (way) => {
      sheet.style.translate = `0 ${way}px`;
    },
    onEnd: (way) => {
      if (way < minDrawnPx) return rise();
      onClose();
      // By then a sheet that closes is gone; one that stays, to ask or to refuse, is seen whole again.
      setTimeout(rise);
    },
  });
}

/** Where there is room a sheet is centred, and is not drawn. */
const isAtFoot = (sheet: HTMLElement) => sheet.offsetTop + sheet.offsetHeight >= innerHeight - 1;

interface SheetProps {
  title: string;
  /** Called by Esc, the backdrop and the cross: remove the sheet then, or keep it to refuse. */
  onClose: () => void;
  children?: Children;
}

/**
 * A modal sheet that is open as long as it is rendered:
 * `{paying && <Sheet title={t('orders.pay')} onClose={() => setPaying(undefined)}>…</Sheet>}`.
 * Its heading takes the focus, and on closing the former element gets it back. While sign-in is drawn over its screen it
 * is closed, with all its content, and shown again afterwards with the focus where it was.
 */
export function Sheet({ title, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = useRef(false);
  const close = useRef(onClose);
  close.current = onClose;
  const isBehind = useIsBehindSignIn();
  const id = useId();
  const isLinkPressed = useRef(false);
  // Back closes the sheet, and the next Back leaves the screen below; a link in the sheet leaves both.
  useLeaveGuard(() => {
    onClose();
    return !isLinkPressed.current;
  });

  /** The element that opened the sheet, and the one in it that had the focus when sign-in was drawn over it. */
  const opener = useRef<Element | null>(null);
  const lastFocused = useRef<Element | null>(null);
  // Declared before the effect that closes it: a closed sheet has no height.
  useLayoutEffect(() => {
    const sheet = dialog.current;
    return () => {
      if (sheet?.open) animateClosing(sheet);
    };
  }, []);
  // Before paint: while it is open, nothing outside of it takes the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown || isBehind) return;
    const root = shown.getRootNode() as Document | ShadowRoot;
    opener.current ??= root.activeElement;
    const unlock = lockScroll();
    shown.showModal();
    open.current = true;
    const first = (lastFocused.current ?? heading.current) as HTMLElement | null;
    first?.focus();
    const stopMoving = animateReposition(shown);
    const stopDragging = followDrag(shown, () => close.current());
    return () => {
      open.current = false;
      stopMoving();
      stopDragging();
      unlock();
      lastFocused.current = root.activeElement;
      shown.close();
    };
  }, [isBehind]);

  useEffect(() => {
    // Where the element that opened the sheet is gone by now, the shell finds the focus lost.
    return () => (opener.current as HTMLElement | null)?.focus({ preventScroll: true });
  }, []);

  const press = (event: MouseEvent<HTMLDialogElement>) => {
    const shown = event.currentTarget;
    isLinkPressed.current = Boolean((event.target as Element).closest('a[href]'));
    // The navigator asks its guard right after this press; any later question is about Back.
    setTimeout(() => {
      isLinkPressed.current = false;
    });
    if (event.target === shown && isOutside(event, shown.getBoundingClientRect())) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, by the cancel event
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={id}
      onClick={press}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Chromium closes a dialog on a second Esc even where the first was refused
      onClose={() => open.current && onClose()}
    >
      <div className="head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon={X} label={t('common.close')} onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}

/** A press on the sheet's own padding is no press on the backdrop. */
const isOutside = (at: MouseEvent<HTMLElement>, box: DOMRect) =>
  at.clientX < box.left || at.clientX > box.right || at.clientY < box.top || at.clientY > box.bottom;

interface Closable {
  onClose: () => void;
}

/**
 * Returns a sheet that loads its code when it is opened, or earlier by `preload`. Where the code cannot be loaded, a
 * sheet is drawn that says so and offers a retry: a press that draws nothing would open the real one minutes later.
 */
export const lazySheet = <P extends Closable>(
  load: () => Promise<{ default: FC<P> }>,
  options: Pick<LazyOptions<P>, 'texts'> = {},
) => lazy<P>(load, { ...options, failed: MissingSheet });

function MissingSheet({ onClose, onRetry }: Closable & { onRetry: () => void }) {
  return (
    <Sheet title={t('common.failed')} onClose={onClose}>
      <div className="stack">
        <p>{errorText({ code: 'network' })}</p>
        <Button kind="primary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    </Sheet>
  );
}

let locks = 0;
let before = '';

/** Locks the scroll of the page behind a sheet; returns what unlocks it. Sheets may be nested. */
function lockScroll(root: HTMLElement = document.documentElement) {
  if (locks++ === 0) {
    before = root.style.overflow;
    root.style.overflow = 'hidden';
  }
  return () => {
    if (--locks === 0) root.style.overflow = before;
  };
}
