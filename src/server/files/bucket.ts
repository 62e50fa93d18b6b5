import { AwsClient } from 'aws4fetch';
import { second } from '../clock.ts';
import type { BucketAddress } from '../config/bucket-address.ts';
import { ConfigError } from '../config/env.ts';

const patience = 20 * second;
const probe = 'souk-start';

/** Where the content of files lies once one machine's database is too small for it: anything that speaks S3. */
export interface Bucket {
  put(name: string, body: Uint8Array<ArrayBuffer>, sha256: string): Promise<void>;
  get(name: string): Promise<Buffer<ArrayBuffer> | null>;
  remove(name: string): Promise<void>;
  /**
   * Asks once whether key and bucket fit together.
   * @throws ConfigError where they do not, and starting again would not help
   */
  check(): Promise<void>;
}

const fault = (what: string, { status }: Response): Error =>
  new Error(`the bucket answered ${status} to ${what}`);

export const openBucket = ({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: BucketAddress): Bucket => {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const ask = (method: string, name: string, init: RequestInit = {}): Promise<Response> =>
    client.fetch(`${endpoint}/${bucket}/${name}`, { ...init, method, signal: AbortSignal.timeout(patience) });
  const end = async (answer: Response): Promise<void> => void (await answer.arrayBuffer());

  const remove = async (name: string): Promise<void> => {
    const answer = await ask('DELETE', name);
    await end(answer);
    if (!answer.ok && answer.status !== 404) throw fault('DELETE', answer);
  };

  return {
    async put(name, body, sha256) {
      // The hash goes with it, so that what arrives damaged is refused there. A bucket that somebody opened to the
      // public still shows a stranger nothing but bytes to download.
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'x-amz-content-sha256': sha256,
      };
      const answer = await ask('PUT', name, { body, headers });
      await end(answer);
      if (!answer.ok) throw fault('PUT', answer);
    },
    async get(name) {
      const answer = await ask('GET', name);
      const body = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 404) return null;
      if (!answer.ok) throw fault('GET', answer);
      return body;
    },
    remove,
    async check() {
      // What uploads will need and nothing else: a key that may not list the bucket is a good one.
      const answer = await ask('PUT', probe, { body: probe });
      await end(answer);
      if (answer.ok) return remove(probe);
      if (answer.status === 404)
        throw new ConfigError([
          `FILES_URL names the bucket "${bucket}", which is not there; create it first.`,
        ]);
      if (answer.status >= 400 && answer.status < 500)
        throw new ConfigError([
          `FILES_URL: ${new URL(endpoint).host} refuses this key for the bucket "${bucket}" (${answer.status}); check key, secret and ?region=.`,
        ]);
      throw fault('a first PUT', answer);
    },
  };
};
