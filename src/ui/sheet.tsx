import type { MouseEvent } from 'react';
import { useEffect, useId, useRef } from 'react';
import { t } from '../lang/i18n.ts';
import { glideAlong } from './glide.ts';
import { X } from './icons/x.ts';
import { useLeaveGuard } from './leave.ts';
import type { Children } from './props.ts';
import { lockScroll } from './scroll-lock.ts';
import { Tap } from './tap.tsx';

interface SheetProps {
  title: string;
  /** Asked by Esc, the backdrop and the cross: take the sheet away then, or leave it to refuse. */
  onClose: () => void;
  children?: Children;
}

/**
 * A modal sheet that is open as long as it is rendered:
 * `{paying && <Sheet title={t('orders.pay')} onClose={() => setPaying(undefined)}>…</Sheet>}`.
 * Its heading takes the focus, and what had it before gets it back.
 */
export function Sheet({ title, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = useRef(true);
  const id = useId();
  const linked = useRef(false);
  // Back closes the sheet, and the screen below it is left by the next one; a link in the sheet leaves both.
  useLeaveGuard(() => {
    onClose();
    return !linked.current;
  });

  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    const root = shown.getRootNode() as Document | ShadowRoot;
    const from = root.activeElement as HTMLElement | null;
    const unlock = lockScroll();
    shown.showModal();
    heading.current?.focus();
    const stop = glideAlong(shown);
    return () => {
      open.current = false;
      stop();
      unlock();
      shown.close();
      // What opened the sheet may be gone with what was done in it: then the screen's heading takes the focus.
      const next = from?.isConnected ? from : root.querySelector<HTMLElement>('h1, h2');
      next?.focus({ preventScroll: true });
    };
  }, []);

  const press = (event: MouseEvent<HTMLDialogElement>) => {
    const shown = event.currentTarget;
    linked.current = Boolean((event.target as Element).closest('a[href]'));
    // Whoever moves between screens hears of this press right after; any later question is about Back.
    setTimeout(() => {
      linked.current = false;
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
        <Tap icon={X} label={t('common.close')} onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}

/** A press on the sheet's own padding is no press on the backdrop. */
const isOutside = (at: MouseEvent<HTMLElement>, box: DOMRect) =>
  at.clientX < box.left || at.clientX > box.right || at.clientY < box.top || at.clientY > box.bottom;
