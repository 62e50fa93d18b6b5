import type { SoukErrorCode } from '../../../src/embed/events.ts';
import type { SoukPath } from '../../../src/embed/souk-path.ts';
import {
  type Appearance,
  BridgeError,
  createHost,
  type Host,
  type HostEnd,
  type HostMethods,
  type HostState,
  type Notes,
  type Theme,
} from '../../host.ts';
import { type LoadCode, SoukError } from './souk-error.ts';

/** Codes of `onError`: why Souk did not load, that `token` gave none, or what Souk says of itself. */
export type ShowCode = LoadCode | 'no_token' | SoukErrorCode;

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
  /** The look, by the variables of docs/theming.md; it is replaced as a whole. */
  readonly appearance?: Appearance | undefined;
  /** The address inside Souk, such as `/order?id=…`. Left out, addresses are kept in the page's fragment. */
  readonly path?: SoukPath | undefined;
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

/** What a host of one platform is, and does beside what the options say. */
interface HostPlatform {
  readonly platform: string;
  readonly methods?: HostMethods;
  /** Called where a part of Souk failed. */
  readonly onFailed?: (code: Notes['failed']['code']) => void;
  /** Takes away what the platform shows. */
  readonly stop: () => void;
}

/** Souk as it is shown, with what not every page needs. */
interface HostedSouk extends ShownSouk, Pick<Host, 'pause' | 'resume'> {
  options(): ShowOptions;
  fail(code: ShowCode, message: string): void;
}

/** Creates the host that options describe. */
export const hostOf = (
  end: HostEnd,
  first: ShowOptions,
  { platform, methods, onFailed, stop }: HostPlatform,
): HostedSouk => {
  let options = first;
  let state = stateOf(first);
  const getToken = async (force: boolean) => ({ token: await (options.token as GetToken)(force) });
  const isAsked = typeof first.token === 'function';

  const bridge = createHost(end, {
    platform,
    state,
    methods: {
      ...methods,
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
      if (name === 'failed') onFailed?.(code as never);
    },
  });

  const shown: HostedSouk = {
    ...bridge,
    leave() {
      stop();
      bridge.destroy();
    },
    options: () => options,
    fail: (code, message) => options.onError?.(new SoukError(code, message)),
    update(changes) {
      const { path } = options;
      options = { ...options, ...changes };
      const next = stateOf(options);
      // What the function gave is not among it, and stays. A look may be a new object each time.
      const changed = Object.entries(next).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(state[name as keyof HostState]),
      );
      if (changed[0]) bridge.update(Object.fromEntries(changed));
      if (options.path && options.path !== path) bridge.navigate(options.path);
      state = next;
    },
  };

  if (isAsked)
    getToken(false).then(bridge.update, (error) => {
      bridge.update({ tokenPending: false });
      shown.fail('no_token', `No token came: ${error}`);
    });
  return shown;
};

function stateOf(options: ShowOptions): HostState {
  const { token, lang, theme, appearance } = options;
  const isPending = token === undefined || typeof token === 'function';
  const session = 'token' in options && { token: isPending ? null : token, tokenPending: isPending };
  return {
    ...session,
    ...(lang && { lang }),
    ...(theme && { theme }),
    ...(appearance && { appearance }),
  };
}
