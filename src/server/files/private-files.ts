import { Hono } from 'hono';
import { imageTypes } from '../../contract/file-types.ts';
import type { Deps } from '../context.ts';
import { apiHeaders } from '../http/api-headers.ts';
import { isSigned } from '../secrets/signed-links.ts';
import { readFile } from './file-contents.ts';

const images: readonly string[] = imageTypes;

/**
 * `GET /private/<id>?until=…&sign=…`: the link is all that is asked for, so it lasts five minutes. An altered link, one
 * that has run out and one to nothing get the same answer. Pictures show in the app; all else is only downloaded.
 */
export const createPrivateFiles = (deps: Deps): Hono => {
  const app = new Hono();
  // Shown by pages of other origins too (SOUK_FILE_HOST, a host's own page): what keeps others out is the link.
  app.use(async (c, next) => {
    await next();
    c.header('cross-origin-resource-policy', 'cross-origin');
  });
  app.use(apiHeaders(deps.config));
  app.get('/:id', async (c) => {
    const { until = '', sign = '' } = c.req.query();
    const id = c.req.param('id');
    const found = (await isSigned(deps, id, { until, sign })) ? await readFile(deps, id) : null;
    if (!found) return c.notFound();
    const { type } = found.file;
    const name = `${id}.${type.split('/')[1]}`;
    return c.body(found.body, 200, {
      'content-type': type,
      'content-disposition': images.includes(type) ? 'inline' : `attachment; filename="${name}"`,
    });
  });
  return app;
};
