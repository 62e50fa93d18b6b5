// What @souk/react publishes: Souk as a component of React 18 and 19.

'use client';

import {
  createElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { BridgeError, createHost, createHostObject, type HostState, type Notes } from '../../host.ts';
import { type LoadCode, loadSouk, SoukError } from '../embed/load-souk.ts';

export { SoukError };

/** Codes of `onError`: why Souk did not load, that `token` failed, or what failed in Souk. */
export type SoukErrorCode = LoadCode | 'no_token' | Notes['failed']['code'];

/** Returns a token of your back end; `force` is true when the last one has expired. */
export type GetToken = (force: boolean) => Promise<string>;

/** Souk as it is shown. */
export interface ShownSouk {
  /** Goes back inside Souk. Returns false where Souk has no screen to go back to: then the page leaves. */
  back(): boolean;
}

/** What `<Souk>` takes. */
export interface SoukProps extends Pick<HTMLAttributes<HTMLDivElement>, 'className' | 'style'> {
  /** Where Souk's server answers, such as `https://souk.example`. */
  readonly origin: string;
  /**
   * The merchant's session: a function, which is asked again when a token has expired, or a token; `undefined` while
   * it is on its way, `null` where no one is signed in. Left out, Souk draws its own sign-in.
   */
  readonly token?: GetToken | string | null | undefined;
  /** BCP 47 tag. */
  readonly lang?: string;
  readonly theme?: HostState['theme'];
  /** The address inside Souk, such as `/order?id=…`. Left out, addresses are kept in the page's fragment. */
  readonly path?: string;
  /** The first screen can be used. */
  readonly onReady?: (souk: ShownSouk) => void;
  /** Souk is to be closed. `dirty`: something typed would be lost. Return false where the person stays. */
  readonly onClose?: (dirty: boolean) => unknown;
  /** How many acts wait for the merchant. */
  readonly onBadge?: (count: number) => void;
  /** The session is over, and no token came in its place. */
  readonly onSessionLost?: (code: Notes['session-lost']['code']) => void;
  readonly onError?: (error: SoukError<SoukErrorCode>) => void;
  /** Shown until Souk is there. */
  readonly children?: ReactNode;
}

/** Shows Souk, and its children until Souk is there. A page shows one Souk at a time, the last one that is drawn. */
export function Souk(props: SoukProps): ReactElement {
  const { origin, token, className, style, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const shown = useRef<ReturnType<typeof show> | null>(null);
  const isAsked = typeof token === 'function';

  useEffect(() => {
    latest.current = props;
    shown.current?.update(props);
  });
  useEffect(() => {
    const own = show(place.current as HTMLDivElement, { origin, isAsked, latest });
    shown.current = own;
    return () => {
      shown.current = null;
      own.stop();
    };
  }, [origin, isAsked]);

  return createElement('div', { className, style, ref: place }, children) as ReactElement;
}

interface ShowOptions {
  readonly origin: string;
  /** Whether `token` is a function. */
  readonly isAsked: boolean;
  readonly latest: { readonly current: SoukProps };
}

/** Shows Souk in an element, as the page's host; what may change later is read from `latest`. */
function show(element: HTMLElement, { origin, isAsked, latest }: ShowOptions) {
  const { host, end } = createHostObject();
  const getToken = async (force: boolean) => ({ token: await (latest.current.token as GetToken)(force) });
  const fail = (code: SoukErrorCode, message: string) =>
    latest.current.onError?.(new SoukError(code, message));
  let state = stateOf(latest.current);
  let { path } = latest.current;
  let leave: (() => void) | undefined;
  let isOver = false;

  const bridge = createHost(end, {
    platform: 'react',
    state,
    methods: {
      ...(isAsked && { token: ({ force }) => getToken(force) }),
      close: async ({ dirty }) => {
        if ((await latest.current.onClose?.(dirty)) === false) throw new BridgeError('denied');
        return {};
      },
    },
    onNote(name, params) {
      const { onReady, onBadge, onSessionLost } = latest.current;
      const { count, code } = params as Partial<Notes['badge'] & Notes['failed'] & Notes['session-lost']>;
      if (name === 'ready') onReady?.(bridge);
      if (name === 'badge') onBadge?.(count as number);
      if (name === 'session-lost') onSessionLost?.(code as never);
      if (name === 'failed') fail(code as never, 'A part of Souk failed; it offers to try again.');
    },
  });

  loadSouk(origin).then(
    ({ mount }) => {
      if (!isOver) leave = mount(element, { host, ...(path && { location: 'memory', path }) });
    },
    (error) => isOver || latest.current.onError?.(error),
  );
  if (isAsked)
    getToken(false).then(bridge.update, (error) => {
      bridge.update({ tokenPending: false });
      fail('no_token', `No token came: ${error}`);
    });

  return {
    update(props: SoukProps) {
      const next = stateOf(props);
      const changed = Object.entries(next).filter(
        ([name, value]) => value !== state[name as keyof HostState],
      );
      // What the function has given is not among it, and stays.
      if (changed[0]) bridge.update(Object.fromEntries(changed));
      state = next;
      if (props.path === path) return;
      path = props.path;
      if (path) bridge.navigate(path);
    },
    stop() {
      isOver = true;
      leave?.();
      bridge.destroy();
    },
  };
}

function stateOf(props: SoukProps): HostState {
  const { token, lang, theme } = props;
  const isPending = token === undefined || typeof token === 'function';
  const session = 'token' in props && { token: isPending ? null : token, tokenPending: isPending };
  return { ...session, ...(lang && { lang }), ...(theme && { theme }) };
}
