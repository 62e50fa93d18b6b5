import type { Input } from '../contract/calls.ts';
import { call } from './api.ts';
import { me } from './session.ts';

type Asked = Input<'POST /verify_code'>;

/** Has a code brought to the person of this name; to oneself, where none is given. */
export const sendVerifyCode = (username = me.value.username ?? '', invitation?: Asked['invitation']) =>
  call('POST /verify_code', { username, invitation }, { quiet: true });
