import { importSource } from './import-source.mjs';

/** Builds the two OpenAPI documents for the package's version: of the contract, and of the machine API (`ops`). */
export async function buildOpenApi({ root, version }) {
  const { openapi } = await importSource(root, 'src/contract/openapi.ts');
  const { opsOpenapi } = await importSource(root, 'src/server/operators/ops-openapi.ts');
  const file = (path, document) => ({
    path,
    contents: Buffer.from(`${JSON.stringify(document, null, 2)}\n`),
  });
  const ops = opsOpenapi(version);
  return { ops, files: [file('openapi.json', openapi(version)), file('openapi-ops.json', ops)] };
}
