import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

// The kernel counts in hundredths of a second.
const tick = 10;

/** The fields of a process behind its name, the state being the first; null where it has ended. */
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

/** The time that a process has computed, in milliseconds: unlike a latency, hardly changed by what else runs. */
export const cpuOf = (pid: number | undefined): number => sum(statOf(pid ?? 0) ?? [], own) * tick;

/** The same of PostgreSQL with all its backends, those that have ended too. */
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
