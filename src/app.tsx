import { Router } from 'preact-iso/router';
import { type FC, useState } from 'react';
import { tellHost } from './data/guest.ts';
import { hasToken, session } from './data/session.ts';
import { loadTexts } from './lang/texts.ts';
import { type Place, PlaceProvider, useLocation } from './location.ts';
import { type PathName, paths, tabs } from './paths.ts';
import { lazy, routes, Waiting } from './routes.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { Extras } from './shell/load-extras.ts';
import { nameOf, type View, viewOf } from './shell/view.ts';
import { local } from './storage.ts';
import { Chrome } from './ui/chrome.ts';
import { Leave } from './ui/leave.ts';
import { TabBar } from './ui/tab-bar.tsx';

export interface AppProps {
  place: Place;
  /** Our own page, or a part of somebody else's. */
  chrome: 'page' | 'embed';
  /** What it is drawn into. */
  root: HTMLElement;
}

export function App({ chrome, ...shell }: AppProps) {
  return (
    <ErrorBoundary onError={() => tellHost('failed', { code: 'fault' })}>
      <Chrome.Provider value={chrome}>
        <Leave.Provider value={shell.place.guard}>
          <PlaceProvider place={shell.place}>
            <Shell {...shell} />
          </PlaceProvider>
        </Leave.Provider>
      </Chrome.Provider>
    </ErrorBoundary>
  );
}

const InfoFailure = lazy(() =>
  Promise.all([import('./screens/session/info-failure.tsx'), loadTexts('rest')]).then(([it]) => it),
);

/** What is drawn in place of the screens; a screen that is kept meanwhile stays mounted behind it. */
const inPlace: Readonly<Partial<Record<View, FC>>> = {
  'sign-in': () => <routes.login.screen />,
  over: () => <routes.login.screen />,
  waiting: () => <Waiting />,
  'info-failure': () => <InfoFailure />,
};

const keepsScreen: readonly View[] = ['screen', 'covered', 'over'];

function Shell({ place, root }: Omit<AppProps, 'chrome'>) {
  const { path } = useLocation();
  const name = nameOf(path);
  const view = viewOf(session.value, hasToken.value, name);
  const { screen } = routes[view === 'screen' ? (name ?? 'notFound') : 'login'];
  const Other = inPlace[view];
  return (
    <>
      {Extras.isHere() && <Extras place={place} root={root} screen={screen} />}
      <div className="frame">
        {Other && <Other />}
        {keepsScreen.includes(view) && <Screens view={view} />}
      </div>
      {view === 'screen' && <Tabs name={name} />}
    </>
  );
}

const names = Object.keys(routes) as PathName[];
const NotFound = routes.notFound.screen;

function Screens({ view }: { view: View }) {
  // Behind a sign-in the screen is hidden whole; for the moment of a doubt it only becomes invisible, as hiding
  // it would take focus and keyboard from somebody who types.
  const veil = view === 'covered' ? { opacity: 0, pointerEvents: 'none' as const } : undefined;
  return (
    <div className="frame" hidden={view === 'over'} style={veil} aria-busy={view === 'covered' || undefined}>
      <Router>
        {names.map((name) => {
          const { screen: Screen } = routes[name];
          return <Screen key={name} path={paths[name].path} />;
        })}
        <NotFound default />
      </Router>
    </div>
  );
}

const hrefs = () => tabs.map((tab) => tab.href()) as unknown as readonly [string, string, string, string];

/** Only on a route that shows it and under one of the four paths; it keeps for this device how high it stands. */
function Tabs({ name }: { name: PathName | undefined }) {
  const [raised, setRaised] = useState(local.get('tabsRaised') === '1');
  const index = name ? tabs.indexOf(paths[name] as (typeof tabs)[number]) : -1;
  if (!name || !routes[name].showTabBar || index < 0) return null;
  const raise = (up: boolean) => {
    local.set('tabsRaised', up ? '1' : '0');
    setRaised(up);
  };
  return <TabBar index={index} hrefs={hrefs()} raised={raised} onRaise={raise} />;
}
