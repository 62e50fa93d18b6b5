import { AwsClient } from 'aws4fetch';
import { second } from './clock.ts';
import type { BucketAddress } from './config/bucket-address.ts';
import { ConfigError } from './config/env.ts';

const timeout = 20 * second;
const probe = 'souk-start';

/** Stores file contents outside the database: anything that speaks S3. */
export interface Bucket {
  put(name: string, body: Uint8Array<ArrayBuffer>, sha256: string): Promise<void>;
  /** Returns all bytes or a range; null for a missing object. */
  get(name: string, range?: { from: number; length: number }): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(name: string): Promise<void>;
  /** Returns at most 1,000 objects with a prefix, with the time each was last put. */
  list(start: string): Promise<{ name: string; putAt: Date }[]>;
  /**
   * Checks once that the key can write to the bucket.
   * @throws ConfigError where it cannot, and a restart would not help
   */
  check(): Promise<void>;
}

const responseError = (what: string, { status }: Response): Error =>
  new Error(`the bucket answered ${status} to ${what}`);

/** Parses the XML answer of ListObjectsV2, as far as Souk's own names need it. */
const listed = (xml: string): { name: string; putAt: Date }[] =>
  [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, text = '']) => {
    const field = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(text)?.[1] ?? '';
    return { name: field('Key'), putAt: new Date(field('LastModified')) };
  });

export const openBucket = ({
  variable,
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: BucketAddress): Bucket => {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const request = (method: string, what: string, init: RequestInit = {}): Promise<Response> =>
    client.fetch(`${endpoint}/${bucket}${what}`, { ...init, method, signal: AbortSignal.timeout(timeout) });
  const drain = async (answer: Response): Promise<void> => void (await answer.arrayBuffer());

  const remove = async (name: string): Promise<void> => {
    const answer = await request('DELETE', `/${name}`);
    await drain(answer);
    if (!answer.ok && answer.status !== 404) throw responseError('DELETE', answer);
  };

  return {
    async put(name, body, sha256) {
      // With the hash the bucket refuses damaged bytes. Even a bucket that is open to the public then shows only bytes
      // to download.
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'x-amz-content-sha256': sha256,
      };
      const answer = await request('PUT', `/${name}`, { body, headers });
      await drain(answer);
      if (!answer.ok) throw responseError('PUT', answer);
    },
    async get(name, range) {
      const headers = range && { range: `bytes=${range.from}-${range.from + range.length - 1}` };
      const answer = await request('GET', `/${name}`, headers && { headers });
      const body = new Uint8Array(await answer.arrayBuffer());
      if (answer.status === 404) return null;
      if (!answer.ok) throw responseError('GET', answer);
      return body;
    },
    remove,
    async list(start) {
      const answer = await request('GET', `?list-type=2&prefix=${encodeURIComponent(start)}`);
      const text = await answer.text();
      if (!answer.ok) throw responseError('a list', answer);
      return listed(text);
    },
    async check() {
      // Tests only what uploads need: a key without permission to list the bucket is valid.
      const answer = await request('PUT', `/${probe}`, { body: probe });
      await drain(answer);
      if (answer.ok) return remove(probe);
      if (answer.status === 404)
        throw new ConfigError([
          `${variable} names the bucket "${bucket}", which is not there; create it first.`,
        ]);
      if (answer.status >= 400 && answer.status < 500)
        throw new ConfigError([
          `${variable}: ${new URL(endpoint).host} refuses this key for the bucket "${bucket}" (${answer.status}); check key, secret and ?region=.`,
        ]);
      throw responseError('a first PUT', answer);
    },
  };
};
