/** Tasks to run at their times; a task may add more. The earliest runs first, equal times in the order of adding. */
export interface Schedule {
  add(at: number, run: () => Promise<unknown>): void;
  /** Runs all tasks up to a time; sets the clock before each. */
  runUntil(end: number, setTime: (at: number) => void): Promise<void>;
}

export function createSchedule(): Schedule {
  const steps: { at: number; run: () => Promise<unknown> }[] = [];
  const add: Schedule['add'] = (at, run) => {
    const later = steps.findIndex((step) => step.at > at);
    steps.splice(later === -1 ? steps.length : later, 0, { at, run });
  };
  const runUntil: Schedule['runUntil'] = async (end, setTime) => {
    for (let next = steps[0]; next && next.at <= end; next = steps[0]) {
      steps.shift();
      setTime(next.at);
      await next.run();
    }
  };
  return { add, runUntil };
}
