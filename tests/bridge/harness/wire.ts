import type { HostEnd } from '../../../bridge/host-end/host-end.ts';
import type { Message } from '../../../bridge/protocol.ts';

/** How a text leaves the page: with a way to answer its call, where the platform has one. */
export type Hear = (text: string, answer?: (text: string | null) => void) => void;

/** What a platform gives to a host that speaks to a page of it. */
export interface Wire {
  /** Who hears what the page says; the last one given. */
  hear(hear: Hear): void;
  /** Sends a text into the page by the platform's own method; lost where the page has gone. */
  say(text: string): void;
}

const key = ({ t, id }: Message): string => (t === 'hello' || t === 'hi' ? 'hello' : `${id}`);

const read = (text: string): Message | undefined => {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return undefined; // The end above looks at whatever came.
  }
};

/**
 * The host's end over a platform's channel. Where a call can be answered, `hi` and `res` are the answers of their
 * `hello` and `req`, a note is answered at once, and only events are sent by the other method.
 */
export const endOver = (wire: Wire): HostEnd => {
  const open = new Map<string, (text: string | null) => void>();
  return {
    open: (receive) =>
      wire.hear((text, answer) => {
        const message = read(text);
        if (answer && message && message.t !== 'note') open.set(key(message), answer);
        else answer?.(null);
        receive(text);
      }),
    send: (message) => {
      const text = JSON.stringify(message);
      const answer = message.t === 'evt' ? undefined : open.get(key(message));
      open.delete(key(message));
      if (answer) answer(text);
      else wire.say(text);
    },
    close: () => wire.hear(() => {}),
  };
};
