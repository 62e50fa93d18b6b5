import {
  BridgeError,
  createHost,
  createHostObject,
  type HostState,
  type Notes,
  type Theme,
} from '../../host.ts';
import { type LoadCode, loadSouk, SoukError } from './load-souk.ts';

/** Codes of `onError`: why Souk did not load, that `token` failed, or what failed in Souk. */
export type ShowCode = LoadCode | 'no_token' | Notes['failed']['code'];

/** Returns a token of your back end; `force` is true when the last one has expired. */
export type GetToken = (force: boolean) => Promise<string>;

/** What is shown, and what the page hears of it. */
export interface ShowOptions {
  /** Where Souk's server answers, such as `https://souk.example`. */
  readonly origin: string;
  /**
   * The merchant's session: a function, which is asked again when a token has expired, or a token; `undefined` while
   * it is on its way, `null` where no one is signed in. Left out, Souk draws its own sign-in.
   */
  readonly token?: GetToken | string | null | undefined;
  /** BCP 47 tag. */
  readonly lang?: string | undefined;
  readonly theme?: Theme | undefined;
  /** The address inside Souk, such as `/order?id=…`. Left out, addresses are kept in the page's fragment. */
  readonly path?: string | undefined;
  /** The first screen can be used. */
  readonly onReady?: ((souk: ShownSouk) => void) | undefined;
  /** Souk is to be closed. `dirty`: something typed would be lost. Return false where the person stays. */
  readonly onClose?: ((dirty: boolean) => unknown) | undefined;
  /** How many acts wait for the merchant. */
  readonly onBadge?: ((count: number) => void) | undefined;
  /** The session is over, and no token came in its place. */
  readonly onSessionLost?: ((code: Notes['session-lost']['code']) => void) | undefined;
  readonly onError?: ((error: SoukError<ShowCode>) => void) | undefined;
}

/** Souk as it is shown. */
export interface ShownSouk {
  /** Changes options; another origin, or a function in place of a token, takes another `showSouk`. */
  update(changes: Partial<ShowOptions>): void;
  /** Goes back inside Souk. Returns false where Souk has no screen to go back to: then the page leaves. */
  back(): boolean;
  /** Takes everything away. */
  leave(): void;
}

/**
 * Shows Souk in an element, as its host: with the session of the page, and what Souk asks and tells. The element's own
 * content is shown until Souk is there. A page shows one Souk at a time, the newest.
 * @example const { leave } = showSouk(element, { origin: 'https://souk.example', token: getToken, lang: 'ar' });
 */
export const showSouk = (element: HTMLElement, first: ShowOptions): ShownSouk => {
  let options = first;
  let state = stateOf(first);
  let unmount: (() => void) | undefined;
  let isOver = false;
  const { host, end } = createHostObject();
  const isAsked = typeof first.token === 'function';
  const getToken = async (force: boolean) => ({ token: await (options.token as GetToken)(force) });
  const fail = (code: ShowCode, message: string) => options.onError?.(new SoukError(code, message));

  const bridge = createHost(end, {
    platform: 'embed',
    state,
    methods: {
      ...(isAsked && { token: ({ force }) => getToken(force) }),
      close: async ({ dirty }) => {
        if ((await options.onClose?.(dirty)) === false) throw new BridgeError('denied');
        return {};
      },
    },
    onNote(name, params) {
      const { count, code } = params as Partial<Notes['badge'] & Notes['failed'] & Notes['session-lost']>;
      if (name === 'ready') options.onReady?.(shown);
      if (name === 'badge') options.onBadge?.(count as number);
      if (name === 'session-lost') options.onSessionLost?.(code as never);
      if (name === 'failed') fail(code as never, 'Souk failed, and offers to try again.');
    },
  });

  const shown: ShownSouk = {
    back: bridge.back,
    update(changes) {
      const { path } = options;
      options = { ...options, ...changes };
      const next = stateOf(options);
      const changed = Object.entries(next).filter(
        ([name, value]) => value !== state[name as keyof HostState],
      );
      // A token of the function is not among it, and stays.
      if (changed[0]) bridge.update(Object.fromEntries(changed));
      if (options.path && options.path !== path) bridge.navigate(options.path);
      state = next;
    },
    leave() {
      isOver = true;
      unmount?.();
      bridge.destroy();
    },
  };

  loadSouk(first.origin).then(
    ({ mount }) => {
      const { path } = options;
      if (!isOver) unmount = mount(element, { host, ...(path && { location: 'memory', path }) });
    },
    (error) => options.onError?.(error),
  );
  if (isAsked)
    getToken(false).then(bridge.update, (error) => {
      bridge.update({ tokenPending: false });
      fail('no_token', `No token came: ${error}`);
    });
  return shown;
};

function stateOf(options: ShowOptions): HostState {
  const { token, lang, theme } = options;
  const isPending = token === undefined || typeof token === 'function';
  const session = 'token' in options && { token: isPending ? null : token, tokenPending: isPending };
  return { ...session, ...(lang && { lang }), ...(theme && { theme }) };
}
