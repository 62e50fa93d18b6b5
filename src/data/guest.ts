import type { NoteName, Notes } from '../../bridge/index.ts';
import { config } from './config.ts';

/** Resolves to the guest; undefined where no host was found. Rejects where its code could not be loaded. */
export const currentGuest = () => config.host?.();

/** Sends the host a note, which needs no answer. */
export const tellHost = <N extends NoteName>(name: N, params: Notes[N]) =>
  currentGuest()?.then(
    (guest) => guest.note(name, params),
    () => {},
  );

/** Asks the host for a new token; undefined where there is no host, or it has none. */
export async function requestHostToken(): Promise<string | undefined> {
  try {
    const guest = await currentGuest();
    return (await guest?.request('token', { force: true }))?.token;
  } catch {
    return undefined;
  }
}
