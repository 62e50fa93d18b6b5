import { Router } from 'preact-iso/router';
import { Component, type ComponentType, type FC, type ReactNode, useState } from 'react';
import { tellHost } from './data/guest.ts';
import { personVersion } from './data/person.ts';
import { clearAll } from './data/resource.ts';
import { hasToken, session } from './data/session.ts';
import { t } from './lang/first.ts';
import { type Navigator, NavigatorProvider, useLocation } from './location.ts';
import { nameOfPath, type PathName, paths, tabs } from './paths.ts';
import { lazyScreen, type Route, routes, ScreenSkeleton } from './routes.tsx';
import { DeferredShell } from './shell/load-deferred-shell.ts';
import { type View, viewOf } from './shell/view.ts';
import { local } from './storage.ts';
import { Chrome } from './ui/chrome.ts';
import { LeaveGuards } from './ui/leave-guard.ts';
import { LoadError } from './ui/load-error.tsx';
import { Page } from './ui/page.tsx';
import { TabBar } from './ui/tab-bar.tsx';
import { useWide } from './ui/wide.ts';

export interface AppProps {
  nav: Navigator;
  /** Our own page, or a part of a host's page. */
  chrome: 'page' | 'embed';
  /** The element that the app is drawn into. */
  root: HTMLElement;
}

const BrokenApp = (error: Parameters<typeof LoadError>[0]) => (
  <Page>
    <LoadError {...error} />
  </Page>
);

export function App({ chrome, ...shell }: AppProps) {
  return (
    <ErrorBoundary failed={BrokenApp}>
      <Chrome.Provider value={chrome}>
        <LeaveGuards.Provider value={shell.nav.guard}>
          <NavigatorProvider nav={shell.nav}>
            <Shell {...shell} />
          </NavigatorProvider>
        </LeaveGuards.Provider>
      </Chrome.Provider>
    </ErrorBoundary>
  );
}

const InfoFailure = lazyScreen(() => import('./screens/session/info-failure.tsx'), ['rest']);

/** Drawn in place of the screens; a kept screen stays mounted behind it. */
const inPlace: Readonly<Partial<Record<View, FC>>> = {
  'sign-in': () => <routes.login.screen />,
  'sign-in-over': () => <routes.login.screen />,
  waiting: () => <ScreenSkeleton />,
  'info-failure': () => <InfoFailure />,
};

const keepsScreen: readonly View[] = ['screen', 'covered', 'sign-in-over'];

function Shell({ nav, root }: Omit<AppProps, 'chrome'>) {
  const { path } = useLocation();
  const [firstUrl] = useState(() => nav.url.peek());
  const name = nameOfPath(path);
  const view = viewOf(session.value, hasToken.value, name);
  const { screen, showTabBar } = routes[view === 'screen' ? (name ?? 'notFound') : 'login'];
  const Other = inPlace[view];
  const look = useWide() && session.value.me ? 'rail' : 'bar';
  const tabBar = view === 'screen' && (
    <Tabs look={look} path={path} target={nav.target.value} showTabBar={showTabBar} />
  );
  return (
    <>
      {/* In the order in which they are seen: a rail at the side comes first, a bar at the foot last. */}
      {look === 'rail' && tabBar}
      {DeferredShell.isLoaded() && (
        <DeferredShell nav={nav} root={root} firstUrl={firstUrl} screen={screen} />
      )}
      <div className="frame">
        {Other && <Other />}
        {keepsScreen.includes(view) && <Screens key={personVersion.value} view={view} guard={nav.guard} />}
      </div>
      {look === 'bar' && tabBar}
    </>
  );
}

const names = Object.keys(routes) as PathName[];

interface BoundedProps extends Pick<Route, 'failed'> {
  /** The screen; by this name the router tells one route from another. */
  component: Route['screen'];
  path?: string;
  default?: boolean;
}

/** A screen within a boundary: a fault in it leaves the tab bar and the other screens as they are. */
const Bounded = ({ component: Screen, failed }: BoundedProps) => (
  <ErrorBoundary url={useLocation().url} failed={failed}>
    <Screen />
  </ErrorBoundary>
);

/** Mounted again for another person: input and open sheets must not be shown to the next one. */
function Screens({ view, guard }: { view: View; guard: Navigator['guard'] }) {
  // Behind a sign-in the screen is hidden; while it is unclear who is signed in it only becomes invisible, as hiding
  // it would take focus and keyboard from a person who types.
  const veil = view === 'covered' ? { opacity: 0, pointerEvents: 'none' as const } : undefined;
  return (
    <div
      className="frame"
      hidden={view === 'sign-in-over'}
      style={veil}
      aria-busy={view === 'covered' || undefined}
    >
      <LeaveGuards.Provider value={view === 'sign-in-over' ? null : guard}>
        <Router>
          {names.map((name) => {
            const { screen, failed } = routes[name];
            return <Bounded key={name} path={paths[name].path} component={screen} failed={failed} />;
          })}
          <Bounded default component={routes.notFound.screen} failed={routes.notFound.failed} />
        </Router>
      </LeaveGuards.Provider>
    </div>
  );
}

const tabPaths = tabs.map(({ path }) => path) as string[] as [string, string, string, string];

interface TabsProps extends Pick<Route, 'showTabBar'> {
  look: 'rail' | 'bar';
  path: string;
  /** The path that was asked for last: its tab is the current one before its screen is drawn. */
  target: string;
}

/**
 * Draws the tab bar on its four routes, and keeps on this device whether it is raised. In wide windows it is a rail at the
 * side, on every screen of a signed-in merchant.
 */
function Tabs({ look, path, target, showTabBar }: TabsProps) {
  const [raised, setRaised] = useState(local.get('tabsRaised') === '1');
  const [index, next] = [path, target].map((one) => tabPaths.indexOf(one)) as [number, number];
  if (look === 'bar' && (!showTabBar || index < 0)) return null;
  const raise = (up: boolean) => {
    local.set('tabsRaised', up ? '1' : '0');
    setRaised(up);
  };
  return (
    <TabBar
      look={look}
      index={next < 0 ? index : next}
      hrefs={tabPaths}
      raised={raised}
      known={local.get('tabsRaised') !== null}
      onRaise={raise}
    />
  );
}

interface BoundaryProps {
  /** The address of what may fail: another one is drawn, whatever failed before. */
  url?: string;
  /** Drawn in place of what failed. */
  failed: ComponentType<{ title: string; onRetry: () => void }>;
  children: ReactNode;
}

/**
 * Keeps a fault in what it draws from what is around it, and offers a retry. Only a class can catch while drawing.
 */
class ErrorBoundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static override getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    tellHost('failed', { code: 'fault' });
  }

  override componentDidUpdate({ url }: BoundaryProps) {
    if (this.state.isBroken && url !== this.props.url) this.setState({ isBroken: false });
  }

  override render() {
    const { failed: Failed, children } = this.props;
    if (!this.state.isBroken) return children;
    // The same answers would only fail again.
    const retry = () => {
      clearAll();
      this.setState({ isBroken: false });
    };
    return <Failed title={t('common.fault')} onRetry={retry} />;
  }
}
