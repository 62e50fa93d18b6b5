export interface PostedMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
  readonly ports: readonly unknown[];
}

type Listener = (event: PostedMessage) => void;

/** A window as far as posting goes: what is posted arrives one microtask later, cloned, and only at its origin. */
const fakeWindow = (origin: string) => {
  const listeners = new Set<Listener>();
  const dispatch = (event: PostedMessage): void => {
    for (const listener of [...listeners]) listener(event);
  };
  const window = {
    origin,
    location: {} as { ancestorOrigins?: readonly string[] },
    parent: undefined as unknown,
    listeners,
    dispatch,
    addEventListener: (type: string, listener: Listener) => type === 'message' && listeners.add(listener),
    removeEventListener: (type: string, listener: Listener) =>
      type === 'message' && listeners.delete(listener),
    /** The side of this window that another one holds. */
    seenFrom: (sender: { readonly origin: string; readonly proxy: unknown }) => ({
      postMessage: (data: unknown, target: string, ports: Transferable[] = []) => {
        const clone = structuredClone({ data, ports }, { transfer: ports });
        if (target !== origin) return;
        queueMicrotask(() =>
          dispatch({ source: sender.proxy, origin: sender.origin, data: clone.data, ports: clone.ports }),
        );
      },
    }),
  };
  return window;
};

/** A page and the Souk page it frames, each seeing the other as a proxy, as browsers have it. */
export const framedPair = (hostOrigin = 'https://superapp.example', guestOrigin = 'https://souk.example') => {
  const host = fakeWindow(hostOrigin);
  const guest = fakeWindow(guestOrigin);
  const hostIdentity = { origin: hostOrigin, proxy: {} as Record<string, unknown> };
  const guestIdentity = { origin: guestOrigin, proxy: {} as Record<string, unknown> };
  Object.assign(hostIdentity.proxy, host.seenFrom(guestIdentity));
  Object.assign(guestIdentity.proxy, guest.seenFrom(hostIdentity));
  guest.parent = hostIdentity.proxy;
  return {
    host,
    guest,
    guestWindow: guest as unknown as Window,
    hostWindow: host as unknown as Window,
    frame: { contentWindow: guestIdentity.proxy } as unknown as HTMLIFrameElement,
    hostOrigin,
    guestOrigin,
    hostProxy: hostIdentity.proxy,
    guestProxy: guestIdentity.proxy,
  };
};
