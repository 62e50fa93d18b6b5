import { useEffect, useRef, useState } from 'react';
import { t } from '../lang/index.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Check } from './icons/check.ts';
import { CircleAlert } from './icons/circle-alert.ts';
import { X } from './icons/x.ts';
import type { Children } from './props.ts';

interface ToastItem {
  id: string | number;
  text: Children;
  /** `bad` stays 3 s, all others 2 s; one that can be undone stays 6 s. */
  tone?: 'bad' | 'good';
  undo?: (() => void) | undefined;
}

interface ToastsProps {
  items: readonly ToastItem[];
  /** Its time is over, or it was dismissed: take it out of `items`; the message list keeps it. */
  onDone: (id: ToastItem['id']) => void;
}

/**
 * Short messages: `<Toasts items={toasts.value} onDone={removeToast} />`, once, in the shell.
 * The live region is always there, so that the first message is announced too.
 */
export function Toasts({ items, onDone }: ToastsProps) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Where popovers exist the toast is above an open sheet; elsewhere above the page.
    const shown = region.current;
    if (!items.length || !shown?.showPopover) return;
    shown.popover = 'manual';
    shown.showPopover();
    return () => {
      // Hides nothing: a hidden popover is no live region, and the next message would not be announced.
      shown.popover = null;
    };
  }, [items.length]);
  return (
    <div ref={region} className="toasts" role="status">
      {items.map((item) => (
        <Toast key={item.id} item={item} onDone={onDone} />
      ))}
    </div>
  );
}

function Toast({ item, onDone }: { item: ToastItem; onDone: ToastsProps['onDone'] }) {
  const [isPaused, setHeld] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => onDone(item.id), item.undo ? 6000 : item.tone === 'bad' ? 3000 : 2000);
    return () => clearTimeout(timer);
  }, [isPaused, item.id, item.tone, item.undo, onDone]);
  const dismiss = () => onDone(item.id);
  const pause = () => setHeld(true);
  const resume = () => setHeld(false);
  return (
    <div
      className="toast"
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocusIn={pause}
      onFocusOut={resume}
    >
      {item.tone === 'bad' ? <CircleAlert /> : <Check />}
      <span className="grow">{item.text}</span>
      {item.undo && (
        <Button
          kind="plain"
          onClick={() => {
            item.undo?.();
            dismiss();
          }}
        >
          {t('common.undo')}
        </Button>
      )}
      <IconButton icon={X} label={t('common.dismiss')} onClick={dismiss} />
    </div>
  );
}
