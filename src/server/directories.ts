import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of this code: src/server from source, dist/server when built; both hold `migrations`. */
const serverDir = dirname(fileURLToPath(import.meta.url));
export const migrationsDir = join(serverDir, 'migrations');

const withPackage = (from: string): string =>
  existsSync(join(from, 'package.json')) || dirname(from) === from ? from : withPackage(dirname(from));

export const packageDir = withPackage(serverDir);

/** A directory of files that can be made again at any time. */
export const cacheDir = join(packageDir, 'node_modules', '.cache', 'souk');

/** The build this server belongs to; from source, the one the package made last. */
export const distDir = existsSync(join(serverDir, '..', 'manifest.json'))
  ? join(serverDir, '..')
  : join(packageDir, 'dist');
