import { defineConfig } from 'vitest/config';

// npm run load: apart from the tests, as it measures; what each asserts stands at its end.
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    environment: 'node',
    include: ['tests/load/*.load.ts'],
    globalSetup: ['tests/load/setup.ts'],
    // One measurement would be the load of the other.
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
});
