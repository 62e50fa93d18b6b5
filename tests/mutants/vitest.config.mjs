import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { keepScratchInMemory } from '../harness/scratch.ts';
import { areas } from './areas.mjs';

keepScratchInMemory();

const { tests, testsInPage, setUp = [] } = areas[process.env.MUTANTS];

/** Ten thousand messages, every case on every channel, and what needs a whole server. */
const heavy = /\b(contract|forged|orders|tampering)\.test/;
const costOf = ({ moduleId, project }) => (project.name === 'node' ? 0 : 2) + (heavy.test(moduleId) ? 1 : 0);

/** The first test that fails ends a run: what costs least comes first, and what needs a page last. */
class CheapestFirst extends BaseSequencer {
  async sort(files) {
    return files.toSorted((a, b) => costOf(a) - costOf(b));
  }
}

const project = (environment, include, globalSetup = []) => ({
  test: { name: environment, environment, include, globalSetup, isolate: false, testTimeout: 60_000 },
});

export default defineConfig({
  test: {
    sequence: { sequencer: CheapestFirst },
    projects: [
      project('node', tests, setUp),
      ...(testsInPage.length ? [project('happy-dom', testsInPage)] : []),
    ],
  },
});
