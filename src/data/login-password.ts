import { command } from './command.ts';

/** Only where the server names the feature `updatePassword`. The session that changes it goes on; all others end. */
export const loginPasswordChange = command('POST /v1/user/update_password', { key: 'login-password' });
