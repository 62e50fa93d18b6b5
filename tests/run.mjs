// npm test: builds, runs every test once, and counts; the projects' set-ups say what they run on. Nothing may be left
// out: a skipped test, a file without tests or a project that ran none fails the run as a broken test does.
import { spawnSync } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { testLangs } from './harness/langs.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const began = Date.now();
process.chdir(root);
process.env.SOUK_LANGS = testLangs;
process.env.SOUK_BUILT = '1';

/** Tests that passed at the second try, each with what the first one met: nothing is lost, and nothing is hidden. */
const retried = (vitest) =>
  vitest.state
    .getTestModules()
    .flatMap((module) => [...module.children.allTests()])
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => `passed at the second try: ${test.fullName}\n${test.result().errors?.[0]?.message}`);

/** Counts by what ran, not by what was reported: a file that never started counts as a failure. */
function count(vitest) {
  const modules = vitest.state.getTestModules();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const troubles = [];
  for (const module of modules) {
    const name = `${module.project.name}: ${relative(root, module.moduleId)}`;
    const tests = [...module.children.allTests()];
    for (const test of tests) counts[test.result().state] = (counts[test.result().state] ?? 0) + 1;
    for (const test of tests)
      if (test.result().state === 'skipped') troubles.push(`skipped: ${name} > ${test.fullName}`);
    if (tests.length === 0) troubles.push(`ran no test: ${name}`);
    if (module.state() === 'failed' && tests.every((test) => test.result().state === 'passed'))
      troubles.push(`failed outside of its tests: ${name}`);
  }
  for (const project of filters.length ? [] : vitest.projects)
    if (!modules.some((module) => module.project === project))
      troubles.push(`ran no test: the whole project ${project.name}`);
  const unhandled = vitest.state.getUnhandledErrors();
  if (unhandled.length) troubles.push(`${unhandled.length} errors that no test handled`);
  return { ...counts, troubles };
}

/** The files that took longest, each with its seconds: what it loaded, and what its tests and hooks did. */
const slowest = (vitest) =>
  vitest.state
    .getTestModules()
    .map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return { file: relative(root, module.moduleId), ms: collectDuration + setupDuration + duration };
    })
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);

const filters = process.argv.slice(2);
const build = spawnSync(process.execPath, ['build.mjs'], { stdio: 'inherit' });

const vitest = await startVitest('test', filters, { watch: false, run: true, reporters: ['default'] });
const { passed, failed, skipped, troubles } = count(vitest);
for (const line of retried(vitest)) console.log(line);
console.log(['The slowest files:', ...slowest(vitest)].join('\n'));
await vitest.close();
if (build.status !== 0) troubles.push('the build broke a promise; it says above which');
for (const trouble of troubles) console.log(trouble);
const lost = failed + skipped + troubles.length;
process.exitCode = lost === 0 && passed > 0 ? 0 : 1;
console.log(`Took ${Math.round((Date.now() - began) / 1000)} s.`);
console.log(`${passed} passed, ${lost} failed`);
