// Types, and the tests that need no browser, on each Node that is served and in the time zone that is furthest ahead: part
// of `npm run release`. npm's package `node` brings each version, into npx's own cache.
import { spawnSync } from 'node:child_process';

const versions = [20, 22, 24, 26];
const commands = [
  ['node_modules/typescript/bin/tsc', '--noEmit'],
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', '--project', 'dom'],
];
const env = { ...process.env, TZ: 'Pacific/Kiritimati' };

for (const version of versions)
  for (const command of commands) {
    console.log(`== Node ${version}: ${command.join(' ')}`);
    const { status } = spawnSync('npx', ['-y', `node@${version}`, ...command], { stdio: 'inherit', env });
    if (status !== 0) process.exitCode = 1;
  }
