import { useEffect, useRef } from 'react';
import { tellHost } from '../data/guest.ts';
import { online, watchOnline } from '../data/online.ts';
import { oldestShown, staleAll } from '../data/resource.ts';
import { currentToken, me, offeredToken, session } from '../data/session.ts';
import { dropToast, toasts } from '../data/toast.ts';
import { time } from '../lang/format.ts';
import { loadTexts } from '../lang/i18n.ts';
import type { LazyScreen } from '../lazy.ts';
import type { Place } from '../location.ts';
import { Trouble } from '../ui/await.tsx';
import { createLate } from '../ui/late.ts';
import { OfflineBar } from '../ui/offline-bar.tsx';
import { Toasts } from '../ui/toast.tsx';
import { useArrival } from './arrival.ts';
import { meLang } from './follow-lang.ts';
import { followHost } from './host-state.ts';
import { followOutsideLinks } from './outside-links.ts';
import { followRefusals } from './refusals.ts';
import { watchNotices } from './watch-notices.ts';
import { watchReturn } from './watch-return.ts';

const nothing = () => null;
const OtherAccount = createLate({ waiting: nothing, failed: nothing })(() => import('./other-account.tsx'));

export interface ExtrasProps {
  place: Place;
  root: HTMLElement;
  /** What is on the screen now. */
  screen: LazyScreen;
}

/**
 * What the shell does once something can be seen: it follows refusals, host and network, says what happened, and
 * minds focus and scroll on the way from screen to screen. None of it belongs to the first screen's weight.
 */
export default function Extras({ place, root, screen }: ExtrasProps) {
  useEffect(() => {
    const undo = [
      followRefusals(place),
      watchOnline(staleAll),
      watchReturn(staleAll),
      watchNotices(),
      followHost(root, place, staleAll),
      followOutsideLinks(root),
    ];
    void loadTexts('rest').catch(() => {});
    void Trouble.preload();
    return () => {
      for (const stop of undo) stop();
    };
  }, [place, root]);

  const isIn = session.value.status === 'signed-in';
  const { lang } = me.value;
  useEffect(() => {
    if (isIn) void meLang({ lang });
  }, [isIn, lang]);

  const told = useRef(false);
  useEffect(() => {
    if (!isIn || told.current) return;
    told.current = true;
    tellHost('ready', { ms: Math.round(performance.now()) });
  }, [isIn]);

  useArrival(place, root, screen.isHere());
  const offered = offeredToken();
  const asks = session.value.status !== 'starting' && offered !== currentToken() && offered;
  const at = oldestShown();
  return (
    <>
      {asks && <OtherAccount token={asks} />}
      {!online.value && <OfflineBar since={at === undefined ? undefined : time(at)} />}
      <Toasts
        items={toasts.value.map(({ id, text, tone }) => ({ id, text: text(), tone }))}
        onDone={dropToast}
      />
    </>
  );
}
