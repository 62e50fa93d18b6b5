import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where this code lies: src/server from source, dist/server when built; both hold `migrations`. */
export const serverDir = dirname(fileURLToPath(import.meta.url));
export const migrationsDir = join(serverDir, 'migrations');
export const packageDir = join(serverDir, '..', '..');
/** What can be made anew at any time. */
export const cacheDir = join(packageDir, 'node_modules', '.cache', 'souk');
