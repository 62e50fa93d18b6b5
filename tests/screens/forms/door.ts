import Invite from '../../../src/screens/session/invite.tsx';
import Login from '../../../src/screens/session/login.tsx';
import { password } from '../../harness/server.ts';
import { type FormCase, keyed, picked, type World } from './form-case.ts';

const newCode = async (world: World) => {
  const { data } = await world.client.server.call('POST /v1/user/invite/add', {}, keyed(world));
  return data.inviteCode;
};

/** Forms before sign-in. */
export const doorForms: readonly FormCase[] = [
  {
    name: 'sign in',
    file: 'session/login',
    at: async () => '/login',
    screen: Login,
    fields: ({ user }) => ({ '[name=username]': user.username, '[name=password]': password }),
    // The name is known again from the last sign-in, of which there was none here.
    secret: ['[name=username]', '[name=password]'],
    call: 'POST /login',
    signedOut: true,
  },
  {
    name: 'enter an invitation code',
    file: 'session/invite-form',
    at: async () => '/invite',
    screen: Invite,
    fields: () => ({ '[name=inviteCode]': 'OLIVE234' }),
    secret: ['[name=inviteCode]'],
    call: 'POST /invite_code',
    signedOut: true,
  },
  {
    name: 'register',
    file: 'session/register-form',
    at: async (world) => `/invite?invite=${await newCode(world)}`,
    screen: Invite,
    way: ['form button[type=submit]'],
    fields: () => ({ '[name=username]': 'farid', '[name=password]': password, '[name=agreed]': picked }),
    secret: ['[name=password]', '[name=agreed]'],
    call: 'POST /invite_code',
    signedOut: true,
  },
];
