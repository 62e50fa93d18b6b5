import type { Input } from '../contract/calls.ts';
import { call } from './api.ts';
import { me } from './session.ts';

type Asked = Input<'POST /verify_code'>;

/** Requests a code for the person with this name; for the signed-in person without one. */
export const sendVerifyCode = (username = me.value.username ?? '', invitation?: Asked['invitation']) =>
  call('POST /verify_code', { username, invitation }, { quiet: true });
