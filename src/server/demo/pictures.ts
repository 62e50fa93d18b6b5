import { createHash } from 'node:crypto';
import type { Deps } from '../context.ts';
import { keepPicture } from '../files/pictures.ts';

/** Keeps a drawing as a picture whose name says what is in it, so that it may be cached for ever. */
export async function keepDrawing({ db }: Pick<Deps, 'db'>, name: string, svg: string): Promise<string> {
  const mark = createHash('sha256').update(svg).digest('hex').slice(0, 10);
  const file = `${name.toLowerCase()}-${mark}.svg`;
  await keepPicture(db, file, new TextEncoder().encode(svg));
  return `/files/${file}`;
}
