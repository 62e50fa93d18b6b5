import { afterAll, afterEach } from 'vitest';
import { closePages, describePages } from './browser.ts';

// A browser test that fails once in a hundred runs is understood only by the state of its pages at that moment.
afterEach(async ({ task }) => {
  const [error] = task.result?.state === 'fail' ? (task.result.errors ?? []) : [];
  if (error) error.message += `\n${await describePages()}`;
});

afterAll(closePages);
