import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Of the server's, the app's and the browser's, as a run on two processors counts them.
const longest = [
  ...['order-walks', 'fuzz', 'stopping', 'chaos', 'cases', 'upgrade-interrupted', 'payment-walks'],
  ...['guessing', 'leaving-with-ones-own', 'start', 'long-file', 'backup', 'case-machine', 'processes'],
  ...['form-matrix', 'withdraw', 'wallet', 'upgrade', 'pay'],
  ...['a11y', 'loading', 'embed', 'commands', 'every-channel', 'scenarios', 'story'],
].map((name) => new RegExp(`/${name}\\.test\\.tsx?$`));

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((name) => name.test(moduleId));
  return rank === -1 ? longest.length : rank;
};
const hasPage = ({ moduleId }: TestSpecification): boolean =>
  !readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment node');

// Each of their files has a process of its own, so that they are one list.
const alone = ['browser', 'readme', 'engines'];
const listOf = ({ project }: TestSpecification): string =>
  alone.includes(project.name) ? 'alone' : project.name;

/**
 * The longest of a list first: begun last, one would go on alone. Those without a page stand together, as a process
 * ends where the next file wants another environment, and takes with it what it has compiled.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const lists = [...new Set(sorted.map(listOf))];
    const keyed = sorted.map((file, at) => ({
      file,
      keys: [lists.indexOf(listOf(file)), Number(hasPage(file)), rankOf(file), at],
    }));
    keyed.sort((a, b) => {
      const differs = a.keys.findIndex((key, at) => key !== b.keys[at]);
      return (a.keys[differs] ?? 0) - (b.keys[differs] ?? 0);
    });
    return keyed.map(({ file }) => file);
  }
}
