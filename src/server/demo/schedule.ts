/** Things to do at their times; doing one may add more. The earliest comes first, equals in the order they came. */
export interface Schedule {
  add(at: number, run: () => Promise<unknown>): void;
  /** Runs everything up to a moment, telling the time before each. */
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
