import type { EnvReader } from './env.ts';

/** Who may come in, and how: registration, verification codes, and where these are delivered. */
export interface Entry {
  /** Registration by invitation is open. */
  registration: boolean;
  /** When a verification code is asked for. */
  verify: 'never' | 'after-failures' | 'always';
  /** The operator's own service that brings codes to people; null where there is none. */
  deliver: { url: string; key: string } | null;
  /** What a new merchant agrees to: its version, and where it can be read (empty: nowhere yet). */
  terms: { version: string; link: string };
  /** What an invitation's link looks like; `{code}` is its code. A path is one of the app. */
  inviteLink: string;
}

const isLocal = (url: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${url}/`);

const deliveryOf = (env: EnvReader): Entry['deliver'] => {
  const url = env.url('SOUK_DELIVER_URL', '', ['https:', 'http:'], 'https://codes.example.com/souk');
  if (url === '') return null;
  if (url.startsWith('http:') && !isLocal(url))
    env.problems.push(
      'SOUK_DELIVER_URL carries codes in the clear; use https, or a service on this machine.',
    );
  const key = env.text('SOUK_DELIVER_KEY', '');
  if (key.length < 24)
    env.problems.push(
      'SOUK_DELIVER_KEY is too short; set the 24 or more random characters that your service expects.',
    );
  return { url, key };
};

/** Reads how people come in. `codesGoTo` is who reads the codes without a service: of the demo, its log. */
export const entryOf = (env: EnvReader, codesGoTo: 'log' | 'nobody'): Entry => {
  const deliver = deliveryOf(env);
  const canDeliver = deliver !== null || codesGoTo === 'log';
  const verify = env.choice('SOUK_VERIFY', canDeliver ? 'after-failures' : 'never', [
    'never',
    'after-failures',
    'always',
  ]);
  if (verify !== 'never' && !canDeliver)
    env.problems.push(
      `SOUK_VERIFY is "${verify}", but no code would reach anybody; set SOUK_DELIVER_URL, or SOUK_VERIFY to never.`,
    );
  const inviteLink = env.text('SOUK_INVITE_LINK', '/invite?invite={code}');
  if (!inviteLink.includes('{code}'))
    env.problems.push(
      'SOUK_INVITE_LINK has no {code}; write it like https://app.example.com/souk#invite={code}.',
    );
  return {
    registration: env.choice('SOUK_REGISTRATION', 'open', ['open', 'closed']) === 'open',
    verify,
    deliver,
    terms: {
      version: env.text('SOUK_TERMS_VERSION', '1').slice(0, 32),
      link: env.url('SOUK_TERMS_LINK', '', ['https:'], 'https://example.com/terms'),
    },
    inviteLink,
  };
};
