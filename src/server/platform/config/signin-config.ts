import * as v from 'valibot';
import { address, choice, type EnvReader } from './env.ts';

/** Registration, sign-in, verification codes, and how the codes are delivered. */
export interface SignInConfig {
  /** Registration by invitation is open. */
  registration: boolean;
  /** When a verification code is required. */
  verify: 'never' | 'after-failures' | 'always';
  /** The operator's own service that delivers codes; null where there is none. */
  deliver: { url: string; key: string } | null;
  /** The terms that a new merchant agrees to: their version, and their link (empty: none yet). */
  terms: { version: string; link: string };
  /** The template of an invitation's link; `{code}` is its code. A path is a path in the app. */
  inviteLink: string;
}

const isLocal = (url: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${url}/`);

const deliverUrl = v.pipe(
  address(['https:', 'http:'], 'https://codes.example.com/souk'),
  v.check(
    (url) => !url.startsWith('http:') || isLocal(url),
    'carries codes in the clear; use https, or a service on this machine.',
  ),
);

const inviteLink = v.pipe(
  v.string(),
  v.includes('{code}', 'has no {code}; write it like https://app.example.com/souk#invite={code}.'),
);

const deliveryOf = (env: EnvReader): SignInConfig['deliver'] => {
  const url = env.read('SOUK_DELIVER_URL', deliverUrl, null);
  if (url === null) return null;
  const key = env.text('SOUK_DELIVER_KEY', '');
  if (key.length < 24)
    env.problems.push(
      'SOUK_DELIVER_KEY is too short; set the 24 or more random characters that your service expects.',
    );
  return { url, key };
};

/**
 * Reads the sign-in configuration. `codesGoTo` is where codes go without a delivery service: to the log in the demo.
 */
export const signInConfigOf = (env: EnvReader, codesGoTo: 'log' | 'none'): Omit<SignInConfig, 'terms'> => {
  const deliver = deliveryOf(env);
  const canDeliver = deliver !== null || codesGoTo === 'log';
  const verify = env.read(
    'SOUK_VERIFY',
    choice('never', 'after-failures', 'always'),
    canDeliver ? 'after-failures' : 'never',
  );
  if (verify !== 'never' && !canDeliver)
    env.problems.push(
      `SOUK_VERIFY is "${verify}", but no code would reach anybody; set SOUK_DELIVER_URL, or SOUK_VERIFY to never.`,
    );
  return {
    registration: env.read('SOUK_REGISTRATION', choice('open', 'closed'), 'open') === 'open',
    verify,
    deliver,
    inviteLink: env.read('SOUK_INVITE_LINK', inviteLink, '/invite?invite={code}'),
  };
};
