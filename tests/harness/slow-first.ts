import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Of the server's, the app's and the browser's, as a run on two processors counts them.
const longest = [
  'order-walks',
  'fuzz',
  'stopping',
  'chaos',
  'cases',
  'upgrade-interrupted',
  'payment-walks',
  'guessing',
  'withdraw-while-restricted',
  'start',
  'long-file',
  'backup',
  'case-machine',
  'processes',
  'form-matrix',
  'withdraw',
  'wallet',
  'upgrade',
  'pay',
  'a11y',
  'story',
].map((name) => new RegExp(`/${name}\\.test\\.tsx?$`));

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((name) => name.test(moduleId));
  return rank === -1 ? longest.length : rank;
};
const hasPage = ({ moduleId }: TestSpecification): boolean =>
  !readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment node');

/**
 * The longest of a project first: begun last, one would go on alone. Those without a page stand together, as a process
 * ends where the next file wants another environment, and takes with it what it has compiled.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const keyed = sorted.map((file, at) => ({
      file,
      keys: [projects.indexOf(file.project), Number(hasPage(file)), rankOf(file), at],
    }));
    keyed.sort((a, b) => {
      const differs = a.keys.findIndex((key, at) => key !== b.keys[at]);
      return (a.keys[differs] ?? 0) - (b.keys[differs] ?? 0);
    });
    return keyed.map(({ file }) => file);
  }
}
