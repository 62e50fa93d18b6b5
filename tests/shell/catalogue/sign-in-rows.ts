// One file: a row for each code of signing in and registering, side by side.
import { day, hour } from '../../../src/server/platform/clock.ts';
import { runDue } from '../../../src/server/services/run-due.ts';
import { passTime } from '../../harness/pass-time.ts';
import { password, type TestServer } from '../../harness/server.ts';
import { anything, type House, type Row } from './house.ts';

const reasons = { facts: 'Complaints of three buyers.', rule: 'Terms 7.' };
const restrict = ({ user, decide }: House, kind: string) =>
  decide('restrict', { shop: user.shopId, kind, ...reasons });
const login = ({ send, user }: House, input: object = {}) =>
  send('POST /login', anything({ username: user.username, password, ...input }));

/** What an operator sets when the server starts, for as long as the work takes. */
async function withRegistration({ deps }: TestServer, registration: boolean, work: () => Promise<unknown>) {
  const { signIn } = deps.config;
  deps.config.signIn = { ...signIn, registration };
  await work().finally(() => {
    deps.config.signIn = signIn;
  });
}

/** Registers with an invitation of the operator's. */
async function register({ server, send, decide }: House, username: string) {
  const { codes } = (await decide('invite', {})) as unknown as { codes: string[] };
  const inviteCode = codes[0] ?? '';
  const { data } = await server.call<{ ticket: string; termsVersion: string }>('POST /invite_code', {
    action: 'check',
    inviteCode,
  });
  const { ticket, termsVersion } = data;
  const verifyCode = undefined;
  const name = { username, password, verifyCode };
  return send(
    'POST /invite_code',
    anything({ action: 'register', inviteCode, ticket, termsVersion, ...name }),
  );
}

const reset = ({ send }: House, input: object) =>
  send(
    'POST /v1/user/reset_pay_password',
    anything({ loginPassword: password, newPassword: '246813', confirmPassword: '246813', ...input }),
  );

/** Who it is, whether they may come in, and with what: 401, 406 to 418, 421, 436 to 440. */
export const signInRows: Row[] = [
  {
    code: 401,
    call: 'GET /v1/me',
    app: 'cleared',
    when: 'another device has signed all out',
    async make({ server, user, send }) {
      const { data } = await server.call<{ token: string }>('POST /login', {
        username: user.username,
        password,
      });
      await server.call('POST /logout', { all: true }, { token: data.token });
      await send('GET /v1/me', {});
    },
  },
  {
    code: 407,
    call: 'POST /v1/user/wallet',
    app: 'sign in',
    when: 'no user is signed in',
    signedOut: true,
    make: ({ send }) => send('POST /v1/user/wallet', {}),
  },
  {
    code: 408,
    call: 'POST /v1/user/wallet',
    app: 'sign in',
    when: 'nothing was done for a day',
    async make({ server, send }) {
      server.clock.advance(25 * hour);
      await send('POST /v1/user/wallet', {});
    },
  },
  {
    code: 406,
    call: 'POST /v1/quote',
    app: 'stays',
    when: 'the platform may not sell a brand’s level',
    make: (house) => house.send('POST /v1/quote', { kind: 'upgrade', typeId: 'agent' }),
  },
  {
    code: 409,
    call: 'POST /v1/showcase/add',
    app: 'stays',
    when: 'nothing may be listed for a while',
    async make(house) {
      await restrict(house, 'listing');
      await house.send('POST /v1/showcase/add', { items: [{ goodsId: 'any', sellingPrice: '20.00' }] });
    },
  },
  {
    code: 410,
    call: 'POST /login',
    app: 'shut out',
    when: 'the shop was closed',
    signedOut: true,
    async make(house) {
      const { server, user } = house;
      await server.call('POST /v1/shop/close', { payPassword: '135790' }, { token: user.token });
      await passTime(server, user, 40 * day);
      await runDue(server.deps);
      await login(house);
    },
  },
  {
    code: 411,
    call: 'POST /v1/order/list',
    app: 'shut out',
    when: 'the account is disabled',
    async make(house) {
      await restrict(house, 'account_disabled');
      await house.send('POST /v1/order/list', {});
    },
  },
  {
    code: 412,
    call: 'POST /login',
    app: 'stays',
    when: 'no password was typed',
    signedOut: true,
    make: (house) => login(house, { password: undefined }),
  },
  {
    code: 413,
    call: 'POST /login',
    app: 'stays',
    when: 'the password is another',
    signedOut: true,
    make: (house) => login(house, { password: 'not-this-one' }),
  },
  {
    code: 414,
    call: 'POST /v1/user/reset_pay_password',
    app: 'stays',
    when: 'no code was asked for',
    make: (house) => reset(house, { verifyCode: '123456' }),
  },
  {
    code: 415,
    call: 'POST /v1/user/reset_pay_password',
    app: 'stays',
    when: 'the code is another',
    async make(house) {
      await house.send('POST /verify_code', { username: house.user.username });
      const right = house.server.sent[0]?.code;
      await reset(house, { verifyCode: right === '123456' ? '654321' : '123456' });
    },
  },
  {
    code: 416,
    call: 'POST /v1/user/reset_pay_password',
    app: 'stays',
    when: 'a code is asked for',
    make: (house) => reset(house, {}),
  },
  {
    code: 417,
    call: 'POST /invite_code',
    app: 'stays',
    when: 'another user has the name',
    signedOut: true,
    make: (house) => register(house, house.user.username),
  },
  {
    code: 418,
    call: 'POST /invite_code',
    app: 'stays',
    when: 'the name is one in capitals',
    signedOut: true,
    make: (house) => register(house, house.user.username.toUpperCase()),
  },
  {
    code: 421,
    call: 'POST /v1/user/update_password',
    app: 'stays',
    when: 'the password that was signed in with is another',
    async make({ send }) {
      const newPassword = 'correct-horse-2';
      const passwords = { oldPassword: 'not-this-one', newPassword, confirmPassword: newPassword };
      await send('POST /v1/user/update_password', passwords);
    },
  },
  {
    code: 436,
    call: 'POST /login',
    app: 'invited',
    when: 'the account was prepared',
    signedOut: true,
    async make({ decide, send, user }) {
      const username = `${user.username}-too`;
      await decide('account-prepare', { user: username, password });
      await send('POST /login', { username, password });
    },
  },
  {
    code: 437,
    call: 'POST /v1/order/list',
    app: 'shut out',
    when: 'the pages are closed to the user',
    async make(house) {
      await restrict(house, 'page_closed');
      await house.send('POST /v1/order/list', {});
    },
  },
  {
    code: 438,
    call: 'POST /invite_code',
    app: 'invited',
    when: 'this code was never issued',
    signedOut: true,
    make: ({ send }) => send('POST /invite_code', { action: 'check', inviteCode: 'NOBODY0' }),
  },
  {
    code: 439,
    call: 'POST /v1/user/invite/add',
    app: 'stays',
    when: 'the operator has closed registration',
    make: ({ server, send }) => withRegistration(server, false, () => send('POST /v1/user/invite/add', {})),
  },
  {
    code: 440,
    call: 'POST /login',
    app: 'shut out',
    when: 'a rule forbids to sign in',
    signedOut: true,
    async make(house) {
      await restrict(house, 'sign_in_refused');
      await login(house);
    },
  },
];
