import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../harness/built.ts';

export const readme = readFileSync(join(projectDir, 'README.md'), 'utf8');

/** The code blocks of one language, in their order. */
export const blocks = (language: string): string[] =>
  [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , text = '']) => text.trim());

/** Every command, one a line. */
export const commands = blocks('sh').flatMap((block) => block.split('\n'));
