import { count } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { fileBodies, files } from '../../src/server/schema/files.ts';
import { asFile, sendForm } from '../harness/form.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { downloads, type HostileFile, refused, stored } from './hostile-files.ts';

type Upload = Output<'POST /v1/upload/{type}'>;

// The links that an upload gives are the only way to a file; what they serve is what a browser would run or not.
describe('hostile files', () => {
  const server = useServer('postgres');
  let user: TestUser;
  beforeAll(async () => {
    Object.assign(server.deps.config.limits, { uploadsPerDay: 10_000, uploadMbPerDay: 10_000 });
    user = await server.addUser();
  });

  // Certificates are the uploads that take the most kinds.
  const send = ({ bytes, name, type }: HostileFile) =>
    sendForm<Upload>(server, '/v1/upload/certificate', { file: asFile(bytes, name, type) }, user);
  const howMany = async () => {
    const [rows] = await server.deps.db.select({ count: count() }).from(files);
    const [bodies] = await server.deps.db.select({ count: count() }).from(fileBodies);
    return [rows?.count, bodies?.count];
  };

  it('are 200 or more', () => {
    expect(refused.length + stored.length + downloads.length).toBeGreaterThanOrEqual(200);
  });

  it('are refused for what they are, and nothing of them is stored', async () => {
    const passed: string[] = [];
    for (const file of refused) {
      const { status, code, data } = await send(file);
      // A name with a NUL in it is no name: its form is not read on.
      const expected = file.name.includes('\0') ? codes.badRequest : codes.invalidParameter;
      const isRefused = status === 200 && code === expected;
      if (!isRefused) passed.push(`${file.what} as ${file.name}: ${code} ${JSON.stringify(data)}`);
    }
    expect(passed).toEqual([]);
    expect(await howMany()).toEqual([0, 0]);
  });

  it('hostile files that are pictures all the same are shown as pictures, whatever their sender called them', async () => {
    for (const file of stored) {
      const { code, data } = await send(file);
      expect([file.what, code]).toEqual([file.what, codes.ok]);
      const served = await server.app.request(data.url);
      expect(served.headers.get('content-type')).toMatch(/^image\/(jpeg|png|webp)$/);
      expect(served.headers.get('x-content-type-options')).toBe('nosniff');
      expect(served.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
      expect(data.url).not.toContain(file.name);
      expect(Buffer.from(await served.arrayBuffer()).toString('latin1')).not.toMatch(/<|alert|php/);
    }
    expect(await howMany()).toEqual([stored.length, stored.length]);
  });

  it('hostile files that begin as a PDF are only ever downloaded, whatever their sender called them', async () => {
    for (const file of downloads) {
      const { code, data } = await send(file);
      expect([file.what, code]).toEqual([file.what, codes.ok]);
      const served = await server.app.request(data.url);
      expect(served.headers.get('content-disposition')).toMatch(/^attachment; filename="fil_\w+\.pdf"$/);
      expect(served.headers.get('content-type')).toBe('application/pdf');
      expect(served.headers.get('x-content-type-options')).toBe('nosniff');
      expect(served.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
      expect(Buffer.from(await served.arrayBuffer()).equals(file.bytes)).toBe(true);
    }
  });
});
