// npm run bench [-- page | job | day | stack] [options]: one of the measurements, the first without a name. Each file says
// what it measures and which options it takes.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const files = { page: 'page.mjs', job: 'main-job.mjs', day: 'day.mjs', stack: 'stack.mjs' };

const [first = '', ...rest] = process.argv.slice(2);
const isNamed = !first.startsWith('-') && first !== '';
const name = isNamed ? first : 'page';
if (!(name in files))
  throw new Error(`no measurement is named ${name}: name one of ${Object.keys(files).join(', ')}`);
const options = isNamed ? rest : process.argv.slice(2);
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, files[name]), ...options], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
