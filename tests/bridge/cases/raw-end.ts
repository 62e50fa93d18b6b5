import type { HostEnd } from '../../../bridge/host-end/host-end.ts';
import type { Message, MethodName } from '../../../bridge/protocol.ts';
import type { FarGuest, Stage } from './driver.ts';

/** A host that does all there is. */
export const every: readonly MethodName[] = [
  'token',
  'openUrl',
  'share',
  'copy',
  'saveFile',
  'pickFile',
  'scan',
  'haptic',
  'close',
];

/** A host that sends only what a test passes to it, and records what it receives. */
export const rawEnd = (end: HostEnd) => {
  const received: Message[] = [];
  const waiting = new Set<() => void>();
  let nonce = '';
  end.open((data) => {
    const message = (typeof data === 'string' ? JSON.parse(data) : data) as Message;
    if (message.t === 'hello') nonce = message.n;
    received.push(message);
    for (const look of [...waiting]) look();
  });
  /** Resolves to all messages of one kind, once there are at least `count`. */
  const heard = (kind: Message['t'], count = 1): Promise<Message[]> =>
    new Promise((resolve) => {
      const look = () => {
        const found = received.filter(({ t }) => t === kind);
        if (found.length < count) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const send = (fields: object): void => end.send({ souk: 1, n: nonce, ...fields } as Message);
  return {
    received,
    heard,
    send,
    nonce: () => nonce,
    hi: (p: object = {}): void =>
      send({ t: 'hi', p: { version: 1, platform: 'raw', capabilities: every, state: {}, ...p } }),
    /** Sends a message that must arrive after all earlier ones, and waits until it has. */
    settle: async (guest: FarGuest): Promise<void> => {
      const before = (await guest.heard(0)).length;
      send({ t: 'evt', m: 'pause', p: {} });
      await guest.heard(before + 1);
    },
  };
};

export type RawEnd = ReturnType<typeof rawEnd>;

/** A connected guest and the raw host that has greeted it. */
export const greeted = async (stage: Stage, p: object = {}): Promise<{ guest: FarGuest; host: RawEnd }> => {
  const host = rawEnd(stage.end);
  const guest = await stage.connect();
  await host.heard('hello');
  host.hi(p);
  await guest.ready();
  return { guest, host };
};
