import { afterEach } from 'vitest';
import { describePages } from './browser.ts';

// A browser test that fails once in a hundred runs can be understood only by what its pages showed then.
afterEach(async ({ task }) => {
  const [error] = task.result?.state === 'fail' ? (task.result.errors ?? []) : [];
  if (error) error.message += `\n${await describePages()}`;
});
