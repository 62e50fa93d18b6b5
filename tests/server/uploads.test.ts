import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { count, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { bytesPerMb } from '../../src/contract/screen-limits.ts';
import { day, hour, minute, second } from '../../src/server/platform/clock.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { unusedFilesDue } from '../../src/server/platform/files/file-contents.ts';
import { Refusal } from '../../src/server/platform/refuse.ts';
import { signedUrl } from '../../src/server/platform/secrets/signed-links.ts';
import { fileBodies, files } from '../../src/server/schema/files.ts';
import { shops } from '../../src/server/schema/shops.ts';
import { attachFile, type FilePurpose, receiveFile } from '../../src/server/shops/files/uploads.ts';
import { kinds } from '../harness/database.ts';
import { asFile, sendForm } from '../harness/form.ts';
import { jpeg, pdf, pdfOf, png, webp } from '../harness/sample-files.ts';
import { startTestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Upload = Output<'POST /v1/upload/{type}'>;

describe.each(kinds)('uploads on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  beforeAll(async () => {
    user = await server.addUser();
  });

  const upload = (bytes: Uint8Array, type = 'certificate', by = user) =>
    sendForm<Upload>(server, `/v1/upload/${type}`, { file: asFile(bytes) }, by);
  const stream = async (body: ReadableStream, { token }: TestUser) => {
    const headers = { authorization: token, 'content-type': 'multipart/form-data; boundary=edge' };
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    return (await server.app.request('/api/v1/upload/certificate', init)).json();
  };
  const get = (url: string) => server.app.request(url);
  const rowsOf = async ({ shopId }: TestUser) => {
    const [row] = await server.deps.db.select({ n: count() }).from(files).where(eq(files.shopId, shopId));
    return row?.n ?? 0;
  };
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof Refusal ? [error.code, error.detail.reason] : error),
    );
  const take = (fileId: string, { shopId }: TestUser, purpose: FilePurpose) =>
    inTransaction(server.deps.db, (tx) =>
      attachFile({ ...server.deps, db: tx }, { fileId, shopId, purpose }),
    );

  it.each<[string, string, string, () => Buffer]>([
    ['a jpeg', 'logo', 'image/jpeg', jpeg],
    ['a png', 'comment', 'image/png', png],
    ['a webp', 'feedback', 'image/webp', webp],
    ['a pdf', 'certificate', 'application/pdf', pdf],
    ['a pdf', 'qualification', 'application/pdf', pdf],
  ])('keep %s for a %s as %s, and show it by the link alone', async (_, type, expected, make) => {
    const { code, data } = await upload(make(), type);
    expect(code).toBe(codes.ok);
    expect(data).toMatchObject({ bytes: make().length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const served = await get(data.url);
    expect(served.status).toBe(200);
    expect(Buffer.from(await served.arrayBuffer()).equals(make())).toBe(true);
    const headers = Object.fromEntries(served.headers);
    expect(headers).toMatchObject({
      'content-type': expected,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'referrer-policy': 'no-referrer',
    });
    const isPicture = expected.startsWith('image/');
    expect(headers['content-disposition']).toMatch(
      isPicture ? /^inline$/ : /^attachment; filename="fil_\w+\.pdf"$/,
    );
  });

  it.each<[string, string, number]>([
    ['a pdf', 'logo', codes.invalidParameter],
    ['a pdf', 'comment', codes.invalidParameter],
    ['a pdf', 'feedback', codes.invalidParameter],
    ['a pdf', 'identity', codes.recordNotFound],
    ['a pdf', 'nothing', codes.recordNotFound],
  ])('refuse %s as %s', async (_, type, code) => {
    const before = await rowsOf(user);
    expect((await upload(pdf(), type)).code).toBe(code);
    expect(await rowsOf(user)).toBe(before);
  });

  it('take 5 MB and not a byte more, and say how much', async () => {
    expect((await upload(pdfOf(5 * bytesPerMb))).code).toBe(codes.ok);
    const before = await rowsOf(user);
    const { status, code, msg, data } = await upload(pdfOf(5 * bytesPerMb + 1));
    expect(msg).toBe('The file is larger than 5 MB.');
    expect([status, code, data]).toEqual([
      200,
      codes.invalidParameter,
      { field: 'file', reason: 'file_too_large', params: { maxMb: 5 } },
    ]);
    // Longer than the whole form may be: it is not even read to its end.
    expect(await upload(pdfOf(12 * bytesPerMb))).toMatchObject({
      code: codes.invalidParameter,
      data: { field: 'file', params: { maxMb: 5 } },
    });
    expect(await rowsOf(user)).toBe(before);
  });

  it('need a file, and exactly one', async () => {
    const none = await sendForm(server, '/v1/upload/logo', {}, user);
    expect(none).toMatchObject({ code: codes.parameterMissing, data: { field: 'file' } });
    const text = await sendForm(server, '/v1/upload/logo', { file: 'not a file' }, user);
    expect(text).toMatchObject({ code: codes.invalidParameter, data: { field: 'file' } });
    const json = await server.call('POST /v1/upload/logo', { file: 'x' }, { token: user.token });
    expect(json).toMatchObject({ code: codes.badRequest, data: { reason: 'content_type' } });
  });

  it.each<[string, (boundary: string) => string]>([
    ['name', (b) => `--${b}\r\ncontent-disposition: form-data; name="${'%22'.repeat(7_000)}"\r\n\r\nx`],
    [
      'header line',
      (b) => `--${b}\r\ncontent-disposition: form-data; name="file"\r\na:${'b'.repeat(20_000)}\r\n\r\nx`,
    ],
    ['list of header lines', (b) => `--${b}\r\n${'a:b\r\n'.repeat(4_000)}\r\nx`],
    [
      'content type',
      (b) =>
        `--${b}\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: ${'a/b;'.repeat(5_000)}\r\n\r\nx`,
    ],
  ])(
    'refuse a form with a part that has a longer %s than any browser writes, and read it no further',
    async (_, part) => {
      let pulled = 0;
      const pieces = [
        part('edge'),
        ...Array.from({ length: 500 }, () => 'x'.repeat(10_000)),
        '\r\n--edge--\r\n',
      ];
      const body = new ReadableStream({
        pull(controller) {
          const piece = pieces[pulled++];
          if (piece === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(piece));
        },
      });
      expect(await stream(body, user)).toMatchObject({
        code: codes.badRequest,
        data: { reason: 'multipart' },
      });
      expect(pulled).toBeLessThan(5);
    },
  );

  it('count a form that is refused against the day, and read none when the day is full of them', async () => {
    const tired = await server.addUser();
    const { uploadMbPerDay } = server.deps.config.limits;
    server.deps.config.limits.uploadMbPerDay = 4;
    const junk = Buffer.alloc(2 * bytesPerMb, 'junk');
    for (let n = 0; n < 2; n++)
      expect(await upload(junk, 'certificate', tired)).toMatchObject({ code: codes.invalidParameter });
    expect(await upload(junk, 'certificate', tired)).toMatchObject({
      code: codes.systemBusy,
      data: { reason: 'upload_quota' },
    });
    let pulled = 0;
    const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 });
    expect(await stream(body, tired)).toMatchObject({ code: codes.systemBusy });
    expect(pulled).toBe(0);
    server.clock.advance(day);
    const rested = { ...tired, token: await server.signIn(tired) };
    expect((await upload(jpeg(), 'certificate', rested)).code).toBe(codes.ok);
    server.clock.advance(-day);
    server.deps.config.limits.uploadMbPerDay = uploadMbPerDay;
  });

  it('refuse a form of more parts than any call has', async () => {
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 'x']));
    const answer = await sendForm(server, '/v1/upload/logo', { file: asFile(jpeg()), ...fields }, user);
    expect(answer).toMatchObject({ code: codes.badRequest, data: { reason: 'multipart' } });
  });

  it('end their links after five minutes', async () => {
    const { data } = await upload(jpeg());
    server.clock.advance(5 * minute - second);
    expect((await get(data.url)).status).toBe(200);
    server.clock.advance(second);
    expect((await get(data.url)).status).toBe(404);
    expect((await get(await signedUrl(server.deps, data.fileId))).status).toBe(200);
  });

  it('answer every altered link alike', async () => {
    const { data } = await upload(jpeg());
    const other = (await upload(png())).data;
    const { pathname, searchParams } = new URL(data.url, 'https://souk.example');
    const [until = '', sign = ''] = [searchParams.get('until') ?? '', searchParams.get('sign') ?? ''];
    const link = (path: string, at: string, by: string) =>
      `${path}?${new URLSearchParams({ until: at, sign: by })}`;
    expect((await get(link(pathname, until, sign))).status).toBe(200);
    const altered = [
      pathname,
      link(pathname, String(Number(until) + 1), sign),
      link(pathname, '9999999999999999', sign),
      link(pathname, `${until}.0`, sign),
      link(pathname, until, ''),
      link(pathname, until, sign.slice(0, -2)),
      link(pathname, until, `${sign.startsWith('A') ? 'B' : 'A'}${sign.slice(1)}`),
      link(`/private/${other.fileId}`, until, sign),
      link('/private/fil_0000000000000000', until, sign),
      link('/private/..%2f..%2fetc%2fpasswd', until, sign),
    ];
    const answers = await Promise.all(
      altered.map(async (url) => {
        const answer = await get(url);
        return [answer.status, await answer.text()];
      }),
    );
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
  });

  it('are at no other address', async () => {
    const { fileId } = (await upload(jpeg())).data;
    for (const path of [`/files/${fileId}`, `/files/${fileId}.jpg`, `/api/files/${fileId}`, `/private/`])
      expect([
        path,
        (await get(path)).status === 200 && (await get(path)).headers.get('content-type'),
      ]).not.toEqual([path, 'image/jpeg']);
  });

  const large = () => {
    const [head, tail] = pdf().toString('latin1').split('trailer');
    return Buffer.from(`${head}%${randomBytes(450_000).toString('hex')}\ntrailer${tail}`, 'latin1');
  };
  const shown = async (url: string) => Buffer.from(await (await get(url)).arrayBuffer());

  it('are stored in rows of 256 KiB and shown whole', async () => {
    const { data } = await upload(large());
    const rows = await server.deps.db.select().from(fileBodies).where(eq(fileBodies.fileId, data.fileId));
    const pieces = rows
      .map(({ position, body }) => [position, body.length])
      .sort(([a = 0], [b = 0]) => a - b);
    const rest = data.bytes - 3 * 262_144;
    expect(pieces).toEqual([...[0, 1, 2].map((nth) => [nth * 262_144, 262_144]), [3 * 262_144, rest]]);
    expect(
      createHash('sha256')
        .update(await shown(data.url))
        .digest('hex'),
    ).toBe(data.sha256);
  });

  it('are taken into use once, by their own shop, for what they were brought for', async () => {
    const stranger = await server.addUser();
    const { fileId } = (await upload(jpeg(), 'logo')).data;
    expect(await refusalOf(take(fileId, stranger, 'logo'))).toEqual([codes.recordNotFound, undefined]);
    expect(await refusalOf(take(fileId, user, 'comment'))).toEqual([codes.recordNotFound, undefined]);
    expect(await refusalOf(take('fil_0', user, 'logo'))).toEqual([codes.recordNotFound, undefined]);
    expect(await refusalOf(take(fileId, user, 'logo'))).toBeNull();
    expect(await refusalOf(take(fileId, user, 'logo'))).toEqual([codes.invalidOperation, 'file_used']);
  });

  it('are deleted after two days where nothing took them into use', async () => {
    const used = (await upload(jpeg(), 'logo')).data.fileId;
    const unused = (await upload(jpeg(), 'logo')).data.fileId;
    await take(used, user, 'logo');
    server.clock.advance(2 * day + second);
    await unusedFilesDue.run(server.deps);
    expect((await get(await signedUrl(server.deps, unused))).status).toBe(404);
    expect((await get(await signedUrl(server.deps, used))).status).toBe(200);
    expect(await refusalOf(take(unused, user, 'logo'))).toEqual([codes.recordNotFound, undefined]);
    const bodies = await server.deps.db.select().from(fileBodies).where(eq(fileBodies.fileId, unused));
    expect(bodies).toEqual([]);
  });

  describe('the uploads of a day', () => {
    it('are limited by number, in the shop’s own time zone', async () => {
      const { limits } = server.deps.config;
      const before = limits.uploadsPerDay;
      limits.uploadsPerDay = 3;
      const one = await server.addUser();
      await server.deps.db.update(shops).set({ timeZone: 'Asia/Kolkata' }).where(eq(shops.id, one.shopId));
      // 18:00 in UTC is half an hour before midnight there.
      const now = server.deps.clock.now();
      server.clock.advance(
        new Date(now).setUTCHours(18, 0, 0, 0) + (now.getUTCHours() >= 18 ? day : 0) - now.getTime(),
      );
      const token = { ...one, token: await signIn(one) };
      for (let nth = 0; nth < 3; nth++) expect((await upload(jpeg(), 'logo', token)).code).toBe(codes.ok);
      const { code, data } = await upload(jpeg(), 'logo', token);
      expect([code, data]).toEqual([
        codes.systemBusy,
        {
          reason: 'upload_quota',
          params: { limit: 3, maxMb: 100, resetsAt: expect.stringMatching(/T18:30:00.000Z$/) },
          retryAfter: 1800,
        },
      ]);
      expect(await rowsOf(one)).toBe(3);
      server.clock.advance(hour / 2);
      expect((await upload(jpeg(), 'logo', token)).code).toBe(codes.ok);
      limits.uploadsPerDay = before;
    });

    it('are limited by size, and two at once cannot both take the last room', async () => {
      const { limits } = server.deps.config;
      const before = limits.uploadMbPerDay;
      limits.uploadMbPerDay = 2;
      const one = await server.addUser();
      const sent = await Promise.all([1, 2].map(() => upload(pdfOf(1.5 * bytesPerMb), 'certificate', one)));
      expect(sent.map(({ code }) => code).sort()).toEqual([codes.ok, codes.systemBusy]);
      expect(await rowsOf(one)).toBe(1);
      limits.uploadMbPerDay = before;
    });

    it('are not lessened by what buyers send', async () => {
      const { limits } = server.deps.config;
      const before = limits.uploadsPerDay;
      limits.uploadsPerDay = 1;
      const { shopId, ...one } = await server.addUser();
      const file = asFile(jpeg());
      const incoming = { shopId, purpose: 'comment' as const, file, field: 'picture', by: 'buyer' as const };
      for (let nth = 0; nth < 3; nth++)
        await inTransaction(server.deps.db, (db) => receiveFile({ ...server.deps, db }, incoming));
      expect((await upload(jpeg(), 'logo', { shopId, ...one })).code).toBe(codes.ok);
      expect((await upload(jpeg(), 'logo', { shopId, ...one })).code).toBe(codes.systemBusy);
      limits.uploadsPerDay = before;
    });

    it('are limited as /v1/me reports', async () => {
      const one = await server.addUser();
      const { data } = await server.call('GET /v1/me', {}, { token: one.token });
      expect(data.limits).toMatchObject({ uploadMb: 5, uploadsPerDay: 50, uploadMbPerDay: 100 });
    });
  });

  const signIn = async ({ username }: TestUser) => {
    const { data } = await server.call('POST /login', {
      username,
      password: 'correct-horse-1',
    });
    return data.token;
  };
});

describe('a body that never ends', () => {
  it('is cut off when it is longer than any form, and not read without a session', async () => {
    const server = await startTestServer('postgres');
    const user = await server.addUser();
    const http = createServer(getRequestListener(server.app.fetch));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/api/v1/upload/logo`;

    const pour = async (token: string) => {
      let poured = 0;
      const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`;
      const body = new ReadableStream({
        pull(controller) {
          const part = poured === 0 ? Buffer.from(head) : Buffer.alloc(64 * 1024, 0xff);
          poured += part.length;
          controller.enqueue(part);
        },
      });
      const headers = {
        ...(token ? { authorization: token } : {}),
        'content-type': 'multipart/form-data; boundary=x',
        'idempotency-key': randomUUID(),
      };
      const sent = fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
      const answer = await sent
        .then((response) => response.json() as Promise<{ code: number }>)
        .catch(() => null);
      return { poured, code: answer?.code ?? 'cut' };
    };

    const stranger = await pour('');
    const known = await pour(user.token);
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
    await server.close();
    expect([codes.noAuthentication, 'cut']).toContain(stranger.code);
    expect([codes.invalidParameter, 'cut']).toContain(known.code);
    // What a sender gets rid of beyond what is read is what fits into the buffers between the two ends.
    expect(known.poured).toBeLessThan(64 * bytesPerMb);
  });
});
