import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../harness/built.ts';

export const read = (file: string): string => readFileSync(join(projectDir, file), 'utf8');

export const readme = read('README.md');

/** The code blocks of one language in a page, in their order. */
export const blocks = (file: string, language: string): string[] =>
  [...read(file).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , text = '']) => text.trim());

/** Every command of the pages that somebody follows from the start, one a line. */
export const commands = [
  ...new Set(
    ['README.md', 'docs/production.md'].flatMap((file) =>
      blocks(file, 'sh').flatMap((block) => block.split('\n')),
    ),
  ),
];
