// dist/souk.d.ts: what a page that embeds Souk can say of it, for its TypeScript. Its interfaces are those that souk.js
// is written in, taken from the sources as they stand there, so that it cannot say anything else.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

const sources = {
  'src/embed/options.ts': ['MountOptions'],
  'bridge/transport/mount.ts': ['HostObject'],
  'bridge/transport/transport.ts': ['Receive'],
};

/** The text of one declaration, with the comment above it. */
function declarationOf({ path, text, name }) {
  const { program, comments } = parseSync(path, text);
  const found = program.body.find(
    ({ type, declaration }) => type === 'ExportNamedDeclaration' && declaration?.id?.name === name,
  );
  if (!found) throw new Error(`${path} exports no ${name}, which dist/souk.d.ts is made of.`);
  const above = comments.findLast(({ end }) => end <= found.start);
  const isIts = above && !text.slice(above.end, found.start).trim();
  return text.slice(isIts ? above.start : found.start, found.end);
}

/** What `mount` takes and gives, from its own first line. */
const signatureOf = (text) => {
  const found =
    /export function mount(\(element: HTMLElement, options\?: MountOptions\): \(\) => void) \{/.exec(text);
  if (!found) throw new Error('src/embed/mount.ts: mount is another one than build/embed-types.mjs knows.');
  return found[1];
};

export async function buildEmbedTypes({ root }) {
  const read = (path) => readFile(join(root, path), 'utf8');
  const declarations = await Promise.all(
    Object.entries(sources).map(async ([path, names]) => {
      const text = await read(path);
      return names.map((name) => declarationOf({ path, text, name }));
    }),
  );
  const signature = signatureOf(await read('src/embed/mount.ts'));
  const text = `// Types of souk.js, for pages that embed Souk by its script tag.
${declarations.flat().join('\n\n')}

/** What souk.js puts on window. */
export interface SoukGlobal {
  /** Shows Souk in an element; answers what takes all of it away again. */
  mount${signature};
}

type ByAttribute = Exclude<keyof MountOptions, 'host' | 'token'>;

/** What \`<souk-app>\` can be told; \`data-lang\` and \`data-theme\` are followed live. It sends no events. */
export type SoukAttributes = {
  readonly [Name in ByAttribute as \`data-\${Name}\`]?: NonNullable<MountOptions[Name]>;
};

declare global {
  const Souk: SoukGlobal;
  interface Window {
    readonly Souk: SoukGlobal;
  }
  interface HTMLElementTagNameMap {
    'souk-app': HTMLElement;
  }
}
`;
  return [{ path: 'souk.d.ts', contents: Buffer.from(text) }];
}
