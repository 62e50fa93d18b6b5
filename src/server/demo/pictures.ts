import { createHash } from 'node:crypto';
import type { Deps } from '../context.ts';

/** Keeps a drawing as a file whose name says what is in it, so that it may be cached for ever. */
export async function keepDrawing(
  { files }: Pick<Deps, 'files'>,
  name: string,
  svg: string,
): Promise<string> {
  const mark = createHash('sha256').update(svg).digest('hex').slice(0, 10);
  const file = `${name.toLowerCase()}-${mark}.svg`;
  await files.write(file, Buffer.from(svg));
  return `/files/${file}`;
}
