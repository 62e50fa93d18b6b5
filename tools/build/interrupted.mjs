import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Removes what builds that were killed have left beside `out`. */
export async function clearInterrupted(out) {
  const names = await readdir(dirname(out)).catch(() => []);
  for (const name of names) {
    const [, path, pid] = /^(.+)\.(?:new|old)-(\d+)$/.exec(name) ?? [];
    if (path !== basename(out) || isRunning(Number(pid))) continue;
    await rm(join(dirname(out), name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
