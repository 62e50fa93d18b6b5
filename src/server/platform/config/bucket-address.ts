import * as v from 'valibot';

/** The parts of a bucket's address from a variable. */
export interface BucketAddress {
  /** The variable's name, for error messages. */
  variable: string;
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const example = 's3+https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1';
const loopback = ['localhost', '127.0.0.1', '[::1]'];

const decoded = (escaped: string): string | null => {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return null;
  }
};

/**
 * Returns the schema of `s3+https://key:secret@host/bucket?region=…`. Its messages say what to write instead, and never
 * repeat the address, which contains a secret.
 */
export const bucketAddress = (variable: string, unencrypted: 'anywhere' | 'loopback') =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): BucketAddress => {
      const refuse = (message: string) => {
        addIssue({ message });
        return NEVER;
      };
      const url = URL.canParse(dataset.value) ? new URL(dataset.value) : null;
      if (!url || !['s3+https:', 's3+http:'].includes(url.protocol) || url.host === '')
        return refuse(`is no address of an S3 bucket; write it like ${example}.`);
      const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
      if (!accessKeyId || !secretAccessKey)
        return refuse(
          `has no key and secret before its host; write it like ${example}, with / and % in a secret as %2F and %25.`,
        );
      const bucket = url.pathname.slice(1).replace(/\/$/, '');
      if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
        return refuse(`has no bucket's name after its host; write it like ${example}.`);
      const unknown = [...url.searchParams.keys()].find((name) => name !== 'region');
      if (unknown !== undefined)
        return refuse(`has "${unknown}" behind the ?, which means nothing; only region= does.`);
      const protocol = url.protocol.slice('s3+'.length);
      if (unencrypted === 'loopback' && protocol === 'http:' && !loopback.includes(url.hostname))
        return refuse('would send what it holds unencrypted; write s3+https:// in production.');
      return {
        variable,
        endpoint: `${protocol}//${url.host}`,
        bucket,
        region: url.searchParams.get('region') || 'us-east-1',
        accessKeyId,
        secretAccessKey,
      };
    }),
  );
