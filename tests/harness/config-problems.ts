import { readConfig } from '../../src/server/platform/config/config.ts';
import { ConfigError, type Env } from '../../src/server/platform/config/env.ts';

/** Returns the sentences with which a start is refused in an environment; none where it can start. */
export const problemsOf = (env: Env): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};
