import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react';

/** Asked before the screen is left. Returns true to stay; `leave` continues later, once a person has decided. */
export type LeaveGuard = (leave: () => void) => boolean;

/**
 * Registers a guard with the navigator and returns what removes it; absent in a bare component. Null for a screen that
 * is kept behind sign-in: it is not asked, and shows nothing over it.
 */
export const LeaveGuards = createContext<((guard: LeaveGuard) => () => void) | null | undefined>(undefined);

/** Asks before leaving for as long as the component is drawn: an open sheet closes on Back instead. */
export function useLeaveGuard(guard: LeaveGuard) {
  const register = useContext(LeaveGuards);
  const latest = useRef(guard);
  latest.current = guard;
  // A layout effect is undone with the component; a passive one a frame later, and would refuse a link until then.
  useLayoutEffect(() => register?.((leave) => latest.current(leave)), [register]);
}

export const useIsBehindSignIn = () => useContext(LeaveGuards) === null;

/** Clears what a screen must not keep while sign-in is drawn over it: passwords. */
export function useClearBehindSignIn(clear: () => void) {
  const isBehind = useIsBehindSignIn();
  useEffect(() => {
    if (isBehind) clear();
  }, [isBehind]);
}
