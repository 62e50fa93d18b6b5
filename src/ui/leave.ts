import { createContext, useContext, useEffect, useRef } from 'react';

/** Asked before the screen is left. True means "stay"; `leave` goes on later, once a person has decided. */
export type LeaveGuard = (leave: () => void) => boolean;

/** Registers a guard with whoever moves between screens, and gives what takes it away; absent in a bare component. */
export const Leave = createContext<((guard: LeaveGuard) => () => void) | undefined>(undefined);

/** Has a say before leaving for as long as the component is drawn: an open sheet closes on Back instead. */
export function useLeaveGuard(guard: LeaveGuard) {
  const register = useContext(Leave);
  const latest = useRef(guard);
  latest.current = guard;
  useEffect(() => register?.((leave) => latest.current(leave)), [register]);
}
