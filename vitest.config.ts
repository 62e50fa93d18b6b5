import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bundledServer } from './tests/harness/bundled-server.ts';
import { keepScratchInMemory } from './tests/harness/scratch.ts';

keepScratchInMemory();

/** Node's own `localStorage`, which it has since 25, would stand where the page's belongs. */
const withoutStorage = process.allowedNodeEnvironmentFlags.has('--experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : [];

/** Of the app's folders what needs no page: a process ends where the next file wants another environment. */
const withoutPage = ['tests/bridge/!(canary|web-host).test.ts', 'tests/ui/style.test.ts'];

// The same JSX rule as the build: components are React components, run by preact/compat.
const oxc = { jsx: { runtime: 'automatic', importSource: 'react' } } as const;
const project = (
  name: string,
  environment: 'node' | 'happy-dom',
  include: string[],
  globalSetup: string[] = [],
) => ({
  oxc,
  test: {
    name,
    environment,
    execArgv: withoutStorage,
    // A phone: a wide window draws tables.
    environmentOptions: { happyDOM: { width: 390, height: 844 } },
    include,
    globalSetup,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second is short where a browser and its server share a processor with another pair.
    expect: { poll: { timeout: 15_000 } },
    // As many files at once as the runs are counted on processors: with more, each takes longer by as much.
    maxWorkers: 2,
    sequence: { groupOrder: 0 },
  },
});

/**
 * After what needs no browser: what is measured is counted in requests and nodes, never in time. Browsers lose a
 * connection or a frame by themselves now and then, so a failed test has one more try; `npm test` names each that
 * needed it.
 */
const inBrowser = ({ test, ...rest }: ReturnType<typeof project>) => ({
  ...rest,
  test: {
    ...test,
    retry: 1,
    setupFiles: ['tests/harness/browser-pages.ts'],
    // What is written down about a failed test's pages is read before the file's own hook leaves them.
    sequence: { groupOrder: 2, hooks: 'list' as const },
  },
});

/** Components run on what the build takes for React. */
const onPreact = ({ test, ...rest }: ReturnType<typeof project>) => ({
  ...rest,
  plugins: [bundledServer()],
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: new URL('src/react.ts', import.meta.url).pathname },
      { find: /^react\/jsx(-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  test: {
    ...test,
    server: { deps: { inline: [/node_modules\/(@?preact|react|@hookform)/] } },
  },
});

/**
 * Files that share a process and what it has loaded and compiled, the embedded database and the browser above all. The
 * server keeps its state in what it is given, so that nothing is left over from one file for the next.
 */
const together = ({ test, ...rest }: ReturnType<typeof project>) => ({
  ...rest,
  test: { ...test, isolate: false },
});

/** The same for the app, whose state is of the page: every file has the app and the page anew. */
const withNewPages = (app: ReturnType<typeof project>) => {
  const { test, ...rest } = together(app);
  return { ...rest, test: { ...test, exclude: withoutPage, setupFiles: ['tests/harness/new-page.ts'] } };
};

/** What waits more than it computes, as a screen does for an answer that does not come: more files at once. */
const waiting = ({ test, ...rest }: ReturnType<typeof withNewPages>) => ({
  ...rest,
  test: { ...test, maxWorkers: 4, sequence: { groupOrder: 1 } },
});

const long =
  /\/(a11y|deploy|ended-session|form-matrix|fuzz|guessing|loading|long-file|lost-answer|order-walks|persons)\.test/;

/** What takes longest begins first: at the end of a run it would be waited for alone. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(long.test(moduleId));
    return [...(await super.sort(files))].sort((a, b) => isLong(b) - isLong(a));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      together(
        project(
          'node',
          'node',
          ['tests/{architecture,locales,contract,server}/**/*.test.ts', ...withoutPage],
          // Starts PostgreSQL once for the run and makes the embedded database's template.
          ['tests/harness/global-setup.ts'],
        ),
      ),
      waiting(
        withNewPages(
          onPreact(
            project('dom', 'happy-dom', [
              'tests/{bridge,data,embed,lang,screens,shell,ui}/**/*.test.{ts,tsx}',
            ]),
          ),
        ),
      ),
      // These look at what is built: `npm test` builds once, a run of one of them builds by itself.
      project('build', 'node', ['tests/build/**/*.test.ts'], ['tests/harness/built.ts']),
      inBrowser(
        together(
          project(
            'browser',
            'node',
            ['tests/browser/**/*.test.ts'],
            ['tests/harness/global-setup.ts', 'tests/harness/browser-setup.ts'],
          ),
        ),
      ),
      inBrowser(
        project(
          'readme',
          'node',
          ['tests/readme/**/*.test.ts'],
          ['tests/harness/global-setup.ts', 'tests/harness/browser-setup.ts'],
        ),
      ),
      inBrowser(
        project(
          'engines',
          'node',
          ['tests/engines/**/*.test.ts'],
          ['tests/harness/browser-setup.ts', 'tests/engines/engines-there.ts'],
        ),
      ),
    ],
  },
});
