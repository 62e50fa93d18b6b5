import type { Notes } from '../protocol.ts';
import { version } from '../version.ts';
import type { Greeting } from './greeting.ts';

/** Notifies the host that the app did not load. Uses the first half of a guest only, as the other may be missing. */
export const noteFailed = async (
  { ready, transport, nonce, end }: Greeting,
  code: Notes['failed']['code'],
): Promise<void> => {
  await ready;
  transport.send({ souk: version, t: 'note', n: nonce, m: 'failed', p: { code } });
  end();
};
