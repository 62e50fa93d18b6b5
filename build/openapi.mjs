import { importSource } from './import-source.mjs';

/** dist/openapi.json, under the package's version: the contract is asked for it, as the server would be. */
export async function buildOpenApi({ root, version }) {
  const { openapi } = await importSource(root, 'src/contract/openapi.ts');
  return [{ path: 'openapi.json', contents: Buffer.from(`${JSON.stringify(openapi(version), null, 2)}\n`) }];
}
