// release.json: what a build published, for deployments that pin it: its name, its script tag, and the digest of every
// file that a browser may request.
import { createHash } from 'node:crypto';

const integrityOf = (contents) => `sha384-${createHash('sha384').update(contents).digest('base64')}`;

export function release({ version, dir, files }) {
  const named = files.filter(({ path }) => !path.endsWith('.map') && path !== 'index.html');
  const integrity = Object.fromEntries(
    named
      .map(({ path, contents }) => [`/${path}`, integrityOf(contents)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const src = `/${dir}/souk.js`;
  const facts = { version, app: `/${dir}/`, script: { src, integrity: integrity[src] }, integrity };
  return { path: 'release.json', contents: Buffer.from(`${JSON.stringify(facts, null, 2)}\n`) };
}
