import { Hono } from 'hono';
import { imageTypes } from '../../contract/file-types.ts';
import type { Deps } from '../platform/context.ts';
import { readFile } from '../platform/files/file-contents.ts';
import { isSigned } from '../platform/secrets/signatures.ts';
import { apiHeaders } from './response-headers.ts';

const images: readonly string[] = imageTypes;

/**
 * Serves `GET /private/<id>?until=…&sign=…`. The link is the only proof, so it lasts five minutes; an altered link, an
 * expired one and one to no file get the same answer. Pictures show in the app; all other files are only downloaded.
 */
export const createPrivateFiles = (deps: Deps): Hono => {
  const app = new Hono();
  // Pages of other origins (SOUK_FILE_HOST, a host's page) show these files too; the signed link protects them.
  app.use(async (c, next) => {
    await next();
    c.header('cross-origin-resource-policy', 'cross-origin');
  });
  app.use(apiHeaders);
  app.get('/:id', async (c) => {
    const { until = '', sign = '' } = c.req.query();
    const id = c.req.param('id');
    const opened = (await isSigned(deps, 'links', id, { until, sign })) ? await readFile(deps, id) : null;
    if (!opened) return c.notFound();
    const { type, bytes } = opened.file;
    const name = `${id}.${type.split('/')[1]}`;
    return c.body(opened.body, 200, {
      'content-type': type,
      'content-length': String(bytes),
      'content-disposition': images.includes(type) ? 'inline' : `attachment; filename="${name}"`,
    });
  });
  return app;
};
