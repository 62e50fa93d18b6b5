import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { count, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { openBucket } from '../../src/server/platform/bucket.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { type BucketAddress, bucketAddress } from '../../src/server/platform/config/bucket-address.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { ConfigError } from '../../src/server/platform/config/env.ts';
import type { Deps } from '../../src/server/platform/context.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { runFilesDue } from '../../src/server/platform/files/file-contents.ts';
import { openConfiguredBucket } from '../../src/server/platform/files/prepare-files.ts';
import { removeFile } from '../../src/server/platform/files/remove-file.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { signedUrl } from '../../src/server/platform/secrets/signed-links.ts';
import { fileBodies, files } from '../../src/server/schema/files.ts';
import { startBucket, type TestBucket } from '../harness/bucket.ts';
import { kinds } from '../harness/database.ts';
import { asFile, sendForm } from '../harness/form.ts';
import { jpeg, png } from '../harness/sample-files.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const addressOf = (url: string): BucketAddress => v.parse(bucketAddress('FILES_URL', 'anywhere'), url);

describe.each(kinds)('a bucket, with %s', (kind) => {
  let bucket: TestBucket;
  let user: TestUser;
  let deps: Deps;
  const faults: string[] = [];
  const log = { info() {}, error: (event: string, error: unknown) => void faults.push(`${event}: ${error}`) };
  const server = useServer(kind, { log });

  beforeAll(async () => {
    bucket = await startBucket();
    server.deps.bucket = openBucket(addressOf(bucket.url));
    user = await server.addUser();
    deps = server.deps;
  });
  beforeEach(() => {
    bucket.before = async () => {};
    bucket.after = async () => {};
    faults.length = 0;
  });
  afterAll(async () => {
    await bucket.close();
  });

  const upload = async (bytes: Uint8Array = jpeg()) => {
    const file = { file: asFile(bytes) };
    const { code, data } = await sendForm<Output<'POST /v1/upload/{type}'>>(
      server,
      '/v1/upload/logo',
      file,
      user,
    );
    expect(code).toBe(codes.ok);
    return data.fileId;
  };
  const show = async (fileId: string) => server.app.request(await signedUrl(deps, fileId));
  const placeOf = async (fileId: string) => {
    const [row] = await deps.db.select({ place: files.place }).from(files).where(eq(files.id, fileId));
    return row?.place;
  };
  const bodies = async () => (await deps.db.select({ n: count() }).from(fileBodies))[0]?.n;
  const remove = (fileId: string) => inTransaction(deps.db, (tx) => removeFile({ ...deps, db: tx }, fileId));
  /** Asked by a client of the test's own, past everything of ours. */
  const isInBucket = async (fileId: string) => {
    const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = addressOf(bucket.url);
    const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
    return (await client.fetch(`${endpoint}/${name}/${fileId}`)).status === 200;
  };

  it('stores what was uploaded, and the app shows it as before', async () => {
    const fileId = await upload(png());
    expect([await placeOf(fileId), await bodies(), await isInBucket(fileId)]).toEqual(['database', 1, false]);
    const before = await show(fileId);
    await runFilesDue(deps);
    expect([await placeOf(fileId), await bodies(), await isInBucket(fileId)]).toEqual(['bucket', 0, true]);
    const after = await show(fileId);
    expect(Object.fromEntries(after.headers)).toEqual({
      ...Object.fromEntries(before.headers),
      'x-request-id': expect.any(String),
    });
    expect(Buffer.from(await after.arrayBuffer()).equals(png())).toBe(true);
  });

  it('is wiped of what was removed', async () => {
    const fileId = await upload();
    await runFilesDue(deps);
    await remove(fileId);
    expect((await show(fileId)).status).toBe(404);
    await runFilesDue(deps);
    expect([await isInBucket(fileId), await placeOf(fileId)]).toEqual([false, 'gone']);
  });

  it('never sees what was removed before it came', async () => {
    const fileId = await upload();
    await remove(fileId);
    await runFilesDue(deps);
    expect([await isInBucket(fileId), await placeOf(fileId), await bodies()]).toEqual([false, 'gone', 0]);
  });

  it('keeps nothing of a file that is removed while it is on its way', async () => {
    const fileId = await upload();
    bucket.before = async ({ method }) => {
      if (method === 'PUT') await remove(fileId);
    };
    await runFilesDue(deps);
    expect(await isInBucket(fileId)).toBe(false);
    expect((await show(fileId)).status).toBe(404);
  });

  it('keeps nothing of a file that was removed after its move was cut off', async () => {
    const fileId = await upload();
    bucket.after = async ({ method }, response) => {
      if (method === 'PUT') response.destroy();
    };
    await runFilesDue(deps);
    expect(faults).toHaveLength(1);
    expect([await isInBucket(fileId), await placeOf(fileId), (await show(fileId)).status]).toEqual([
      true,
      'moving',
      200,
    ]);
    await remove(fileId);
    bucket.after = async () => {};
    server.clock.advance(11 * minute);
    await runFilesDue(deps);
    expect([await isInBucket(fileId), await placeOf(fileId)]).toEqual([false, 'gone']);
  });

  it('a bucket that is unreachable leaves uploads in the database, and is asked again after a minute', async () => {
    let asked = 0;
    bucket.before = async ({ socket }) => {
      asked += 1;
      socket.destroy();
    };
    const fileId = await upload();
    await runFilesDue(deps);
    const first = asked;
    await runFilesDue(deps);
    expect([first > 0, asked === first, faults.length]).toEqual([true, true, 1]);
    expect((await show(fileId)).status).toBe(200);
    bucket.before = async () => {};
    server.clock.advance(minute);
    await runFilesDue(deps);
    expect(await placeOf(fileId)).toBe('bucket');
  });

  it('takes each file once where several processes move at once', async () => {
    const puts = new Map<string, number>();
    bucket.before = async ({ method, url = '' }) => {
      if (method === 'PUT') puts.set(url, (puts.get(url) ?? 0) + 1);
      await pause(5);
    };
    const ids = [await upload(), await upload(png(1)), await upload(png(2))];
    await Promise.all([runFilesDue(deps), runFilesDue({ ...deps }), runFilesDue({ ...deps })]);
    expect(await Promise.all(ids.map(placeOf))).toEqual(['bucket', 'bucket', 'bucket']);
    expect(await Promise.all(ids.map(isInBucket))).toEqual([true, true, true]);
    expect([puts.size, await bodies(), faults]).toEqual([3, 0, []]);
  });

  it('is not trusted when it returns other bytes', async () => {
    const fileId = await upload();
    await runFilesDue(deps);
    const { sha256 } = { sha256: '0'.repeat(64) };
    await deps.bucket?.put(fileId, new Uint8Array(png()), sha256).catch(() => undefined);
    expect([(await show(fileId)).status, faults[0]]).toEqual([
      500,
      expect.stringContaining('is not what was put there'),
    ]);
  });

  it('is named as what is missing where it was taken out of the configuration', async () => {
    const fileId = await upload();
    await runFilesDue(deps);
    const { bucket: own } = deps;
    deps.bucket = null;
    expect((await show(fileId)).status).toBe(500);
    expect(faults[0]).toContain('set FILES_URL to the one it was moved to');
    deps.bucket = own;
    expect((await show(fileId)).status).toBe(200);
  });
});

describe('a start with FILES_URL', () => {
  let bucket: TestBucket;
  beforeAll(async () => {
    bucket = await startBucket();
  });
  afterAll(async () => {
    await bucket.close();
  });
  const start = (url: string, logged: string[] = []) =>
    openConfiguredBucket(readConfig({ FILES_URL: url }), {
      ...silentLog,
      error: (event) => void logged.push(event),
    }).then(
      () => 'ready',
      (error: unknown) => (error instanceof ConfigError ? error.problems[0] : error),
    );

  it('continues with a bucket that accepts the key', async () => {
    const asked: (string | undefined)[] = [];
    bucket.before = async ({ method }) => void asked.push(method);
    expect(await start(bucket.url)).toBe('ready');
    expect(asked).toEqual(['PUT', 'DELETE']);
  });

  it('stops where the secret is wrong, and does not repeat it', async () => {
    const sentence = await start(bucket.url.replace('S3RVER:S3RVER', 'S3RVER:hunter2hunter2'));
    expect(sentence).toMatch(
      /^FILES_URL: 127\.0\.0\.1:\d+ refuses this key .* check key, secret and \?region=\.$/,
    );
    expect(sentence).not.toContain('hunter2');
  });

  it('stops where there is no such bucket', async () => {
    const sentence = await start(bucket.url.replace('/souk-files', '/other-files'));
    expect(sentence).toBe('FILES_URL names the bucket "other-files", which is not there; create it first.');
  });

  it('continues where the bucket is unreachable, and logs it', async () => {
    const logged: string[] = [];
    bucket.before = async ({ socket }) => void socket.destroy();
    expect(await start(bucket.url, logged)).toBe('ready');
    expect(logged).toEqual(['bucket']);
  });
});
