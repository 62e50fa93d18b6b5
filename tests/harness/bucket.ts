import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
interface S3Server {
  configureBuckets(): Promise<void>;
  callback(): Listener;
}
// The package is CommonJS without types.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3Server;

export interface TestBucket {
  /** The bucket's address, in the form of FILES_URL. */
  url: string;
  /** Awaited before each request is carried out; a test may replace it. */
  before: (request: IncomingMessage) => Promise<void>;
  /** Awaited after each request was carried out and before it is answered. */
  after: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  close(): Promise<void>;
}

const bucketName = 'souk-files';

/** A server that speaks S3, checks signatures and keeps objects in its own directory. */
export const startBucket = async (): Promise<TestBucket> => {
  const directory = mkdtempSync(join(tmpdir(), 'souk-bucket-'));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucketName }] });
  await s3.configureBuckets();
  const carryOut = s3.callback();
  const still = async () => {};
  const bucket: TestBucket = { url: '', before: still, after: still, close };

  const http = createServer(async (request, response) => {
    await bucket.before(request);
    const end = response.end.bind(response);
    // The object is stored by now; the test decides whether its sender gets the answer.
    response.end = ((...all: []) => {
      void bucket.after(request, response).then(() => end(...all));
      return response;
    }) as typeof response.end;
    carryOut(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  bucket.url = `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/${bucketName}?region=eu-central-1`;
  return bucket;

  async function close() {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
    rmSync(directory, { recursive: true });
  }
};
