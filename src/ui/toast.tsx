import { useEffect, useRef, useState } from 'react';
import { t } from '../lang/i18n.ts';
import { Check } from './icons/check.ts';
import { CircleAlert } from './icons/circle-alert.ts';
import { X } from './icons/x.ts';
import type { Children } from './props.ts';
import { Tap } from './tap.tsx';

export interface ToastItem {
  id: string | number;
  text: Children;
  /** `bad` stays 3 s, all others 2 s. */
  tone?: 'bad' | 'good';
}

interface ToastsProps {
  items: readonly ToastItem[];
  /** Its time is over, or it was dismissed: take it out of `items`; the message list keeps it. */
  onDone: (id: ToastItem['id']) => void;
}

/**
 * Results that pass: `<Toasts items={toasts.value} onDone={dropToast} />`, once, in the shell.
 * The live region is always there, so that the first message is spoken too.
 */
export function Toasts({ items, onDone }: ToastsProps) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Where popovers exist the toast lies above an open sheet; elsewhere above the page.
    const shown = region.current;
    if (!items.length || !shown?.showPopover) return;
    shown.popover = 'manual';
    shown.showPopover();
    return () => shown.hidePopover();
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
  const [held, setHeld] = useState(false);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => done.current(item.id), item.tone === 'bad' ? 3000 : 2000);
    return () => clearTimeout(timer);
  }, [held, item.id, item.tone]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div
      className="toast"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocusIn={hold}
      onFocusOut={release}
    >
      {item.tone === 'bad' ? <CircleAlert /> : <Check />}
      <span className="grow">{item.text}</span>
      <Tap icon={X} label={t('common.dismiss')} onClick={() => onDone(item.id)} />
    </div>
  );
}
