import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

// The kernel counts in hundredths of a second.
const tick = 10;

/** Returns the fields of a process behind its name, the state being the first; null where it has ended. */
const statOf = (pid: number): number[] | null => {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
};
const [parent, own, ended] = [1, [11, 12], [13, 14]];
const sum = (stat: number[], fields: number[]) => fields.reduce((all, field) => all + (stat[field] ?? 0), 0);

/** Returns the time that a process has computed, in milliseconds: unlike a latency, hardly changed by what else runs. */
export const cpuOf = (pid: number | undefined): number => sum(statOf(pid ?? 0) ?? [], own) * tick;

/** Returns the same of PostgreSQL with all its backends, those that have ended too. */
export const cpuOfPostgres = (): number => {
  const main = Number(readFileSync(join(inject('postgresSocket'), 'postmaster.pid'), 'utf8').split('\n')[0]);
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = statOf(Number(name));
      return stat?.[parent] === main ? [stat] : [];
    });
  const all = sum(statOf(main) ?? [], [...own, ...ended]);
  return tick * backends.reduce((total, stat) => total + sum(stat, own), all);
};

/** Returns what a process holds in memory now and held at most, in MB of 1,000,000 bytes. */
export function memoryOf({ pid, exitCode }: ChildProcess): { now: number; most: number } {
  if (exitCode !== null) throw new Error(`the server has ended with ${exitCode}`);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (field: string) =>
    (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { now: read('VmRSS'), most: read('VmHWM') };
}
