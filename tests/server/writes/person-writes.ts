import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { codes } from '../../../src/contract/errors.ts';
import { users } from '../../../src/server/schema.ts';
import { password, payPassword } from '../../harness/server.ts';
import { ask, type Desk, field, type Write } from './write.ts';

const me = (path: string) => field('GET /v1/me', path);
const nextPassword = 'another-horse-2';
const secret = { newPassword: '246813', confirmPassword: '246813' };

const invited = async (desk: Desk) => {
  const { data: added } = await ask<{ inviteCode: string }>(desk, 'POST /v1/user/invite/add');
  const check = { action: 'check', inviteCode: added.inviteCode };
  const { data } = await ask<{ ticket: string; termsVersion: string }>(desk, 'POST /invite_code', check);
  return { ...check, ...data };
};

/** Who comes in, by what password, and with which friend. */
export const personWrites: Write[] = [
  {
    call: 'POST /login',
    read: me('username'),
    was: undefined,
    becomes: expect.stringMatching(/^user_/),
    input: ({ user }) => {
      user.token = 'none';
      return { username: user.username, password };
    },
    keep: ({ user }, { token }) => void Object.assign(user, { token }),
  },
  {
    call: 'POST /logout',
    read: me('username'),
    was: expect.stringMatching(/^user_/),
    becomes: undefined,
    input: () => ({}),
  },
  {
    call: 'POST /v1/user/terms',
    read: me('agreement'),
    was: { termsVersion: '1', termsLink: '' },
    becomes: null,
    input: async ({ server, user: { userId } }) => {
      await server.deps.db.update(users).set({ partnerRef: userId }).where(eq(users.id, userId));
      return { termsVersion: '1' };
    },
  },
  {
    call: 'POST /verify_code',
    was: false,
    becomes: true,
    read: {
      says: 'what was sent to the person',
      of: async ({ server, user }) => server.sent.some(({ username }) => username === user.username),
    },
    input: ({ user }) => ({ username: user.username }),
  },
  {
    call: 'POST /invite_code',
    read: field('POST /v1/user/invite/list', 'list.0.status'),
    was: 'invited',
    becomes: 'registered',
    input: async (desk) => {
      const { ticket, inviteCode, termsVersion } = await invited(desk);
      const username = `friend-of-${desk.user.username}`;
      return { action: 'register', inviteCode, ticket, termsVersion, username, password };
    },
  },
  {
    // A second invitation is another one; what bounds them is the shop's day.
    call: 'POST /v1/user/invite/add',
    read: field('POST /v1/user/invite/list', 'today.used'),
    was: 0,
    becomes: 1,
    again: { next: 2 },
    input: () => ({}),
  },
  {
    call: 'POST /v1/user/lang',
    read: me('lang'),
    was: '',
    becomes: 'fr',
    input: () => ({ lang: 'fr' }),
  },
  {
    // Sent again it is a guess with a password that is none any more.
    call: 'POST /v1/user/update_password',
    was: codes.wrongCredentials,
    becomes: codes.ok,
    read: {
      says: 'what a sign-in with the new one is answered',
      of: async (desk) =>
        (await ask(desk, 'POST /login', { username: desk.user.username, password: nextPassword })).code,
    },
    again: codes.oldPasswordIncorrect,
    input: () => ({ oldPassword: password, newPassword: nextPassword, confirmPassword: nextPassword }),
  },
  {
    call: 'POST /v1/user/update_pay_password',
    read: me('payPasswordSet'),
    was: false,
    becomes: true,
    again: codes.parameterMissing,
    input: async ({ server, user }) => {
      await server.deps.db.update(users).set({ payPasswordHash: null }).where(eq(users.id, user.userId));
      return { loginPassword: password, ...secret };
    },
  },
  {
    call: 'POST /v1/user/reset_pay_password',
    was: codes.ok,
    becomes: codes.payPasswordWrong,
    read: {
      says: 'what an account is answered that is added with the old one',
      async of(desk) {
        const address = {
          type: 'etc_usdt',
          address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
          payPassword,
        };
        const { code } = await ask<{ account: { id: string } }>(desk, 'POST /v1/user/bank/add', address);
        return code === codes.addFailed ? codes.ok : code;
      },
    },
    again: codes.invalidVerificationCode,
    input: async (desk) => {
      await ask(desk, 'POST /verify_code', { username: desk.user.username });
      return { loginPassword: password, verifyCode: desk.server.sent[0]?.code, ...secret };
    },
  },
];
