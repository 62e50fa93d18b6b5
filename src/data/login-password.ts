import { command } from './command.ts';

/** Changes the password; the current session continues, all others end. Only with the feature `updatePassword`. */
export const loginPasswordChange = command('POST /v1/user/update_password', { intention: 'login-password' });
