import { createHash } from 'node:crypto';
import type { Deps } from '../platform/context.ts';
import { storePicture } from '../platform/files/pictures.ts';

/** Stores a drawing as a picture with the hash of its content in its name, so that it may be cached for ever. */
export async function storeDrawing({ db }: Deps, name: string, svg: string): Promise<string> {
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 10);
  const file = `${name.toLowerCase()}-${hash}.svg`;
  await storePicture(db, file, new TextEncoder().encode(svg));
  return `/files/${file}`;
}
