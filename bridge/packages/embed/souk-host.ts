import type { SoukPath } from '../../../src/embed/souk-path.ts';
import { keys, stringify } from '../../captured.ts';
import {
  type Appearance,
  BridgeError,
  createHost,
  type Host,
  type HostEnd,
  type HostMethods,
  type HostOptions,
  type Notes,
  type Theme,
} from '../../host.ts';
import { publishSession } from './publish-session.ts';
import type { SoukError } from './souk-error.ts';

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
  /** BCP 47 tag. Where it is taken off later, the last one stays. */
  readonly lang?: string | undefined;
  readonly theme?: Theme | undefined;
  /** The look, by the variables of docs/theming.md; it is replaced as a whole. */
  readonly appearance?: Appearance | undefined;
  /** The address inside Souk, such as `/order?id=…`. Left out, addresses are kept in the page's fragment. */
  readonly path?: SoukPath | undefined;
  /** The first screen, or Souk's own sign-in, can be used. */
  readonly onReady?: ((souk: ShownSouk) => void) | undefined;
  /**
   * Souk is to be closed. `dirty`: something typed is not sent yet. Return false where the person stays. Souk asks only a
   * page that gives it from the start.
   */
  readonly onClose?: ((dirty: boolean) => unknown) | undefined;
  /** How many acts wait for the merchant. */
  readonly onBadge?: ((count: number) => void) | undefined;
  /** Whether something typed is not sent yet; called when it changes. */
  readonly onDirty?: ((value: boolean) => void) | undefined;
  /** The session is over, and no token came in its place. */
  readonly onSessionLost?: ((code: Notes['session-lost']['code']) => void) | undefined;
  /** Left out, the console has the error. */
  readonly onError?: ((error: SoukError) => void) | undefined;
}

/** Souk as it is shown. */
export interface ShownSouk {
  /** Changes options; another origin, or a function in place of a token, takes another `showSouk`. */
  update(changes: Partial<Omit<ShowOptions, 'origin'>>): void;
  /** Goes back inside Souk. Returns false where Souk has no screen to go back to: then the page leaves. */
  back(): boolean;
  /** Takes everything away. */
  leave(): void;
}

/** What a host of one platform is, and does beside what the options say. */
interface HostPlatform {
  readonly platform: string;
  readonly methods?: HostMethods;
  readonly onNote?: HostOptions['onNote'];
  /** Takes away what the platform shows. */
  readonly stop: () => void;
}

/** Souk as it is shown, with what not every page needs. */
interface HostedSouk extends ShownSouk, Pick<Host, 'pause' | 'resume'> {
  options(): ShowOptions;
  fail(error: SoukError): void;
}

/** Creates the host that options describe. */
export const createSoukHost = (
  end: HostEnd,
  first: ShowOptions,
  { platform, methods, onNote, stop }: HostPlatform,
): HostedSouk => {
  let options = first;
  const token = async ({ force }: { force: boolean }) => ({
    token: await (options.token as GetToken)(force),
  });
  const close = async ({ dirty }: { dirty: boolean }) => {
    if ((await options.onClose?.(dirty)) === false) throw new BridgeError('denied');
    return {};
  };
  const isAsked = typeof first.token === 'function';

  const bridge = createHost(end, {
    platform,
    state: stateOf(first),
    methods: {
      ...methods,
      ...(isAsked && { token }),
      ...(first.onClose && { close }),
    },
    onNote(name, params) {
      const note = params as Notes['badge'] & Notes['dirty'] & { code: never };
      if (name === 'ready') options.onReady?.(shown);
      if (name === 'badge') options.onBadge?.(note.count);
      if (name === 'dirty') options.onDirty?.(note.value);
      if (name === 'session-lost') options.onSessionLost?.(note.code);
      onNote?.(name, params);
    },
  });

  const shown: HostedSouk = {
    ...bridge,
    leave() {
      stop();
      bridge.destroy();
    },
    options: () => options,
    fail: (error) => (options.onError ?? console.warn)(error),
    update(changes) {
      const before = options;
      options = { ...before, ...changes };
      const [old, next] = [stateOf(before), stateOf(options)];
      // A look may be a new object each time. What the function gave is not among it, and stays.
      const changed: Record<string, unknown> = {};
      for (const name in next)
        if (stringify(next[name]) !== stringify(old[name])) changed[name] = next[name] ?? ownLook[name];
      if (keys(changed)[0]) bridge.update(changed);
      const { path } = options;
      if (path && path !== before.path) bridge.navigate(path);
    },
  };

  if (isAsked) void publishSession(bridge, token({ force: false }), shown.fail);
  return shown;
};

const ownLook: Record<string, unknown> = { theme: 'auto', appearance: {} };

function stateOf(options: ShowOptions): Record<string, unknown> {
  const { token, lang, theme, appearance } = options;
  const given = typeof token === 'function' ? undefined : token;
  const session = 'token' in options && { token: given ?? null, tokenPending: given === undefined };
  return { ...session, lang, theme, appearance };
}
