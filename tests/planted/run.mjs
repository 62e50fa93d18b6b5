// npm run planted [-- beginning of a name …]: plants each fault in a copy of the source and runs the tests that must notice it.
// A fault is caught where a test fails with it and passes without it. With --together all are planted in one copy and its
// tests run once: in seconds, for faults that do not make each other's tests fail, beside a run of `npm test`.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { readPlanted, root } from './read.mjs';

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && file !== 'node_modules' && existsSync(join(root, file)));

/** Somewhere else, so that neither a fault nor its build can stay behind. */
function inCopy(work) {
  const copy = mkdtempSync(join(tmpdir(), 'souk-planted-'));
  try {
    for (const file of listed) cpSync(join(root, file), join(copy, file));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    return work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** What ran and what of it failed, by name; a run that broke down before says why. */
function runTests(copy, tests, flags = []) {
  const report = join(copy, 'report.json');
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--reporter=json', `--outputFile=${report}`, ...flags, ...tests];
  const { SOUK_BUILT: _, ...env } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8' });
  const { numTotalTests, testResults } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numTotalTests: 0, testResults: [] };
  // Where a set-up fails, the build perhaps, nothing runs and nothing is reported as failed.
  if (numTotalTests === 0) return { ran: 0, failed: [], broken: (stdout + stderr).slice(-2000) };
  const failed = testResults.flatMap(({ assertionResults, name }) =>
    assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => `${relative(copy, name)}: ${one.fullName}`),
  );
  // A file that cannot even be read fails without a failing test: then no test has noticed.
  const unread = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  );
  return {
    ran: numTotalTests,
    failed,
    broken: unread.map(({ name, message }) => `${name}: ${message}`).join('\n'),
  };
}

const applied = (copy, { path }) =>
  spawnSync('git', ['apply', path], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, GIT_DIR: '/dev/null' },
  });

function plant(fault, before) {
  return inCopy((copy) => {
    const { status, stderr } = applied(copy, fault);
    if (status !== 0) return ['DOES NOT APPLY', stderr.trim()];
    // The first to fail ends it, unless some fail anyway.
    const { failed, broken } = runTests(copy, fault.tests, before.length ? [] : ['--bail=1']);
    const noticed = failed.find((name) => !before.includes(name));
    if (noticed) return ['caught', noticed];
    if (broken) return ['BROKE DOWN', broken];
    const red = before.filter((name) => fault.tests.some((path) => name.startsWith(path)));
    return red.length
      ? ['MASKED', `by what fails without it: ${red.join('; ')}`]
      : ['MISSED', `${fault.breaks} ${fault.tests.join(' ')}`];
  });
}

const lost = [];

function report(fault, [end, detail]) {
  if (end !== 'caught') lost.push(fault.name);
  console.log(`${end}: ${fault.name}\n  ${detail}`);
}

/** Plants each in its own copy; fails also where a test fails without a fault. */
function plantEach(faults) {
  const sound = inCopy((copy) => runTests(copy, [...new Set(faults.flatMap(({ tests }) => tests))]));
  console.log(`Without a fault ${sound.ran} tests run.`);
  for (const name of sound.failed) console.log(`fails without a fault, and proves nothing: ${name}`);
  if (sound.broken) console.log(sound.broken);
  for (const fault of faults) report(fault, plant(fault, sound.failed));
  if (sound.failed.length || sound.broken) process.exitCode = 1;
}

/** Plants all in one copy. That the tests pass without a fault is for `npm test` to show. */
function plantTogether(faults) {
  const { failed, broken } = inCopy((copy) => {
    for (const fault of faults) applied(copy, fault);
    return runTests(
      copy,
      faults.flatMap(({ tests }) => tests),
    );
  });
  for (const fault of faults) {
    const noticed = failed.find((name) => fault.tests.some((path) => name.startsWith(path)));
    report(fault, noticed ? ['caught', noticed] : ['MISSED', broken || fault.breaks]);
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { together: { type: 'boolean' } },
});
const planted = readPlanted();
const unknown = positionals.find((part) => !planted.some(({ name }) => name.startsWith(part)));
// Without a file to run, vitest would run all of them.
if (unknown !== undefined) throw new Error(`no planted fault begins with ${unknown}`);
const chosen = planted.filter(
  ({ name }) => !positionals.length || positionals.some((part) => name.startsWith(part)),
);
(values.together ? plantTogether : plantEach)(chosen);
console.log(
  `${chosen.length - lost.length} caught, ${lost.length} not${lost.length ? `: ${lost.join(', ')}` : ''}`,
);
if (lost.length) process.exitCode = 1;
