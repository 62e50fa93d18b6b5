import { nativeTimers } from '../captured-clock.ts';
import type { Timers } from '../timers.ts';
import type { Receive } from '../transport/transport.ts';
import type { HostEnd } from './host-end.ts';

/** Faults of a channel. Read at each message, so a value can be changed while it runs. */
export interface Faults {
  /** Delay of each message in milliseconds. */
  latency: number;
  /** Share of messages that are lost, 0 to 1. */
  loss: number;
  /** Share of messages that are overtaken by the next ones, 0 to 1. */
  reorder: number;
}

/** Wraps an end so that its messages are delayed, lost and overtaken, both ways. Pass `random` for repeatable runs. */
export const faultyEnd = (
  end: HostEnd,
  faults: Faults,
  { timers = nativeTimers, random = Math.random }: { timers?: Timers; random?: () => number } = {},
): HostEnd => {
  const underWay = new Set<unknown>();
  const delay = (deliver: () => void): void => {
    if (random() < faults.loss) return;
    const late = random() < faults.reorder ? faults.latency * 2 + 20 : 0;
    if (faults.latency + late === 0) {
      deliver();
      return;
    }
    const timer = timers.set(() => {
      underWay.delete(timer);
      deliver();
    }, faults.latency + late);
    underWay.add(timer);
  };
  return {
    open: (receive: Receive) => end.open((data) => delay(() => receive(data))),
    send: (message) => delay(() => end.send(message)),
    close: () => {
      for (const timer of underWay) timers.clear(timer);
      end.close();
    },
  };
};
