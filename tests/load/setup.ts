import type { TestProject } from 'vitest/node';
import { setUpDatabases } from '../harness/global-setup.ts';

/** With every commit on the disk, as in production: what is measured is not the quick kind that tests use. */
export default (project: TestProject) => setUpDatabases(project, []);
