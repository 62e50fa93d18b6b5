import { importSource } from './import-source.mjs';

/** Builds dist/openapi.json for the package's version, from the contract. */
export async function buildOpenApi({ root, version }) {
  const { openapi } = await importSource(root, 'src/contract/openapi.ts');
  return [{ path: 'openapi.json', contents: Buffer.from(`${JSON.stringify(openapi(version), null, 2)}\n`) }];
}
