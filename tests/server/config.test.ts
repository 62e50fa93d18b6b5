import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/platform/config/config.ts';
import type { Env } from '../../src/server/platform/config/env.ts';
import { problemsOf } from '../harness/config-problems.ts';

describe('the environment', () => {
  it('may be empty', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: null,
      demo: true,
      langs: ['en', 'ar', 'es', 'fr', 'id', 'it', 'ja', 'ko', 'pt', 'vi', 'zh-CN', 'zh-TW'],
    });
  });

  it('offers the languages of the build where it names none, and may name fewer', () => {
    expect(readConfig({}, ['en', 'ar']).langs).toEqual(['en', 'ar']);
    expect(readConfig({ SOUK_LANGS: 'ar' }, ['en', 'ar']).langs).toEqual(['ar']);
  });

  it('is refused where it names a language that the build lacks', () => {
    expect(() => readConfig({ SOUK_LANGS: 'en,fr,ja' }, ['en', 'ar'])).toThrow(
      'SOUK_LANGS names fr, ja, and this build has only en, ar; build Souk again with this SOUK_LANGS, or name only those.',
    );
  });

  it('names each variable that begins with SOUK and is not read', () => {
    const misspelt = { SOUK_HOST: 'https://app.example.com', SOUK_LIMIT_UPLOADS_MB: '5' };
    const ofOthers = {
      SOUK_URL: 'http://127.0.0.1:8080',
      HOSTS: 'https://app.example.com',
      SOUK_SERVICE_HOST: '10.0.0.1',
      SOUK_SERVICE_PORT_HTTP: '80',
      SOUK_DB_SERVICE_HOST: '10.0.0.2',
      SOUK_PORT: 'tcp://10.0.0.1:80',
      SOUK_PORT_80_TCP: 'tcp://10.0.0.1:80',
      SOUK_PORT_80_TCP_ADDR: '10.0.0.1',
    };
    const read = { SOUK_HOSTS: 'https://app.example.com', SOUK_LIMIT_UPLOAD_MB: '5', SOUK_DEMO: '0' };
    const { unread } = readConfig({ ...read, ...misspelt, ...ofOthers });
    expect(unread).toEqual(Object.keys(misspelt));
  });

  it.each<[Env, string]>([
    [{ PORT: 'http' }, 'PORT is "http"; set it to a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT is "70000"; set it to a whole number from 0 to 65535.'],
    [{ SOUK_DEMO: 'maybe' }, 'SOUK_DEMO is "maybe"; set it to 1 (on) or 0 (off).'],
    [{ SOUK_DEMO_SPEED: '0' }, 'SOUK_DEMO_SPEED is "0"; set it to a whole number from 1 to 100000.'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV is "prod"; set it to one of: development, production, test.'],
    [
      { NODE_ENV: 'production' },
      'NODE_ENV is production, and the embedded database promises nothing for a power failure; set DATABASE_URL to a PostgreSQL.',
    ],
    [{ SOUK_BASE_PATH: 'merchant' }, 'SOUK_BASE_PATH is "merchant"; write a path like /merchant.'],
    [{ SOUK_BASE_PATH: '/a/../b' }, 'SOUK_BASE_PATH is "/a/../b"; write a path like /merchant.'],
    [{ SOUK_STORAGE: 'disk' }, 'SOUK_STORAGE is "disk"; set it to one of: memory, session.'],
    [
      { SOUK_HOSTS: 'https://a.example/path' },
      'SOUK_HOSTS holds "https://a.example/path"; write origins like https://app.example.com, without a path.',
    ],
    [
      { SOUK_HOSTS: '*' },
      'SOUK_HOSTS holds "*"; write origins like https://app.example.com, without a path.',
    ],
    [
      { SOUK_HOSTS: 'https://*.example.com' },
      'SOUK_HOSTS holds "https://*.example.com"; write origins like https://app.example.com, without a path.',
    ],
    [
      { SOUK_HOSTS: 'https://a.example;script-src' },
      'SOUK_HOSTS holds "https://a.example;script-src"; write origins like https://app.example.com, without a path.',
    ],
    [
      { SOUK_FILE_HOST: 'https://files.example.com/; script-src *' },
      'SOUK_FILE_HOST is more than an origin; write it like https://files.example.com.',
    ],
    [{ SOUK_LANGS: 'english' }, 'SOUK_LANGS holds "english"; write language tags like en, ar, zh-CN.'],
    [
      { SOUK_TIME_ZONE: 'Mars/Olympus' },
      'SOUK_TIME_ZONE is "Mars/Olympus"; write an IANA name like Africa/Cairo.',
    ],
    [
      { SOUK_CURRENCY: 'dollars' },
      'SOUK_CURRENCY is "dollars"; write three to five capital letters, like USD or USDT.',
    ],
    [{ SOUK_OPS_KEY: 'short' }, 'SOUK_OPS_KEY is too short; use at least 24 random characters.'],
    [{ SOUK_SESSION_KEY: 'short' }, 'SOUK_SESSION_KEY is too short; use at least 24 random characters.'],
    [
      { SOUK_OPS_KEY: 'one-key-of-24-characters', SOUK_SESSION_KEY: 'one-key-of-24-characters' },
      'SOUK_SESSION_KEY is the same as SOUK_OPS_KEY, which decides everything; make another.',
    ],
    [{ SOUK_SECRET: 'short' }, 'SOUK_SECRET is too short; use at least 32 random characters.'],
    [
      { SOUK_LIMIT_UPLOAD_MB: '500' },
      'SOUK_LIMIT_UPLOAD_MB is "500"; set it to a whole number from 1 to 25.',
    ],
    [
      { FILES_URL: 'https://key:secret@s3.example.com/bucket' },
      'FILES_URL is no address of an S3 bucket; write it like s3+https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1.',
    ],
    [
      { FILES_URL: 's3+https://s3.example.com/bucket' },
      'FILES_URL has no key and secret before its host; write it like s3+https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1, with / and % in a secret as %2F and %25.',
    ],
    [
      { FILES_URL: 's3+https://key:100%@s3.example.com/bucket' },
      'FILES_URL has no key and secret before its host; write it like s3+https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1, with / and % in a secret as %2F and %25.',
    ],
    [
      { FILES_URL: 's3+https://key:secret@s3.example.com/' },
      "FILES_URL has no bucket's name after its host; write it like s3+https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1.",
    ],
    [
      { FILES_URL: 's3+https://key:secret@s3.example.com/bucket/and/more' },
      "FILES_URL has no bucket's name after its host; write it like s3+https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1.",
    ],
    [
      { FILES_URL: 's3+https://key:secret@s3.example.com/bucket?zone=eu' },
      'FILES_URL has "zone" behind the ?, which means nothing; only region= does.',
    ],
    [
      { SOUK_OPERATOR: '{"serviceLink": "javascript:alert(1)"}' },
      'SOUK_OPERATOR, serviceLink, is no https: address; write it like https://help.example.com/chat.',
    ],
    [
      { SOUK_OPERATOR: '{"shopLink": "https://shop.example.com/"}' },
      'SOUK_OPERATOR, shopLink, has no {shop}; write it like https://shop.example.com/{shop}.',
    ],
    [
      { SOUK_OPERATOR: '{"name": "Souk Ltd", "license": "T-1"}' },
      'SOUK_OPERATOR, license, means nothing here; write it like {"name": "Souk Ltd", "licence": "…", "address": "…", "complaint": "complaints@example.com"}.',
    ],
    [
      { SOUK_OPERATOR: '{"name": "Souk Ltd", "brands": ["Tiktok"]}' },
      'SOUK_OPERATOR, brands.0, is "Tiktok"; set it to one of: TikTok.',
    ],
  ])('is refused with a sentence that names the fix: %o', (env, sentence) => {
    expect(problemsOf(env)).toEqual([sentence]);
  });

  it('says who runs the platform in one object, and shows nobody without a name', () => {
    const named =
      '{"name": "Souk Ltd", "licence": "T-1", "termsVersion": "2", "serviceLink": "https://help.example"}';
    expect(readConfig({ SOUK_DEMO: '0', SOUK_OPERATOR: named })).toMatchObject({
      operator: {
        legalName: 'Souk Ltd',
        licence: 'T-1',
        address: '',
        complaint: '',
        hours: '',
        replyTime: '',
      },
      serviceLink: 'https://help.example',
      signIn: { terms: { version: '2', link: '' } },
    });
    expect(readConfig({ SOUK_DEMO: '0', SOUK_OPERATOR: '{"licence": "T-1"}' }).operator).toBeNull();
    expect(readConfig({ SOUK_DEMO: '0' })).toMatchObject({
      operator: null,
      signIn: { terms: { version: '1' } },
    });
  });

  it('names all faults at once', () => {
    expect(problemsOf({ PORT: 'x', SOUK_DEMO: 'x', SOUK_CURRENCY: 'x' })).toHaveLength(3);
  });

  it('never repeats a connection string, which holds a password', () => {
    const [sentence] = problemsOf({ DATABASE_URL: 'mysql://root:hunter2@db/souk' });
    expect(sentence).toMatch(/^DATABASE_URL is no postgres: or postgresql: address/);
    expect(sentence).not.toContain('hunter2');
  });

  it.each([
    'postgres://souk:a@10.0.0.1,10.0.0.2/souk',
    'postgres://a:1,b:2/souk',
    'postgres:///souk?host=a,b',
  ])('refuses an address with several hosts, which the driver does not try in turn: %s', (DATABASE_URL) => {
    expect(problemsOf({ DATABASE_URL })).toEqual([
      'DATABASE_URL names several hosts; name the one address that moves to the primary: see docs/postgresql.md.',
    ]);
  });

  it('takes a comma in a password or in the name of a database', () => {
    for (const DATABASE_URL of ['postgres://souk:a,b@db/souk', 'postgres://souk@db/so,uk'])
      expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  it('reads the address of a bucket, and its key as it was before it was escaped', () => {
    const FILES_URL = 's3+http://key:a%2Fb%2Bc@127.0.0.1:9000/souk-files?region=eu-central-1';
    expect(readConfig({ FILES_URL }).filesBucket).toEqual({
      variable: 'FILES_URL',
      endpoint: 'http://127.0.0.1:9000',
      bucket: 'souk-files',
      region: 'eu-central-1',
      accessKeyId: 'key',
      secretAccessKey: 'a/b+c',
    });
    expect(readConfig({}).filesBucket).toBeNull();
  });

  it('sends no documents unencrypted in production, and never repeats a secret', () => {
    const env = (url: string) => ({
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://a:b@db/souk',
      FILES_URL: url,
    });
    expect(problemsOf(env('s3+http://key:hunter2@s3.example.com/bucket'))).toEqual([
      'FILES_URL would send what it holds unencrypted; write s3+https:// in production.',
    ]);
    expect(problemsOf(env('s3+http://key:hunter2@127.0.0.1:9000/bucket'))).toEqual([]);
    expect(problemsOf({ FILES_URL: 'nonsense hunter2' }).join()).not.toContain('hunter2');
  });

  it.each<[Env, boolean]>([
    [{}, true],
    [{ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/souk' }, false],
    [{ DATABASE_URL: 'postgres://db/souk' }, false],
    [{ DATABASE_URL: 'postgres://db/souk', SOUK_DEMO: '1' }, true],
    [{ SOUK_DEMO: '0' }, false],
  ])('runs the demo market only where it may: %o', (env, demo) => {
    expect(readConfig(env).demo).toBe(demo);
  });

  it('shortens what machines do in the demo, and never a deadline of the merchant', () => {
    const [demo, real] = [
      readConfig({ SOUK_DEMO_SPEED: '1440' }).timing,
      readConfig({ SOUK_DEMO: '0' }).timing,
    ];
    expect(demo.autoAccept * 1440).toBe(real.autoAccept);
    expect(demo.returnWindow * 1440).toBe(real.returnWindow);
    expect([demo.payBy, demo.quote, demo.afterSale]).toEqual([real.payBy, real.quote, real.afterSale]);
  });
});
