// The DOM events of the element that Souk is shown in, as its page receives them. Types only.
import type { Notes } from '../../bridge/protocol.ts';

/** Why something is not as the page asked for; each comes with a sentence that names the remedy. */
export type SoukEventCode =
  | Notes['failed']['code']
  /** An option or attribute that Souk does not have, or whose value it does not take. */
  | 'option'
  /** A variable of the look that Souk does not have, a value that is none, or a colour that is moved to be readable. */
  | 'appearance'
  /** A path at which Souk has no screen. */
  | 'unknown_path'
  /** The server does not answer this page, as its origin is not listed. */
  | 'origin'
  /** What answers at the address of the calls is no Souk. */
  | 'api'
  /** The host that was given to `mount` did not answer. */
  | 'host'
  /** The browser refuses the storage that `data-storage` asks for. */
  | 'storage';

/** What each event carries as its `detail`. */
export interface SoukEvents {
  /** The first screen, which may be the sign-in, can be used; milliseconds since it began to load. */
  ready: { ms: number };
  error: { code: SoukEventCode; message: string };
  /** The session is over, as in the note of the bridge; hand over another token by `element.token`. */
  'session-lost': Notes['session-lost'] & { message: string };
  /** What waits for the merchant, or on a server that does not count it what is unread. */
  badge: Notes['badge'];
  /** Another address in Souk, such as `/order?id=…`. */
  navigate: { path: string };
  /** Whether something typed is not sent yet. */
  dirty: Notes['dirty'];
}

export type Emit = <Name extends keyof SoukEvents>(name: Name, detail: SoukEvents[Name]) => void;

/** Registers what is called with each token that the page hands over later; null ends the session, undefined says nothing. */
export type FollowToken = (listener: (token: string | null | undefined) => void) => void;
