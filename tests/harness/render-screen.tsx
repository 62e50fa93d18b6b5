import { act } from 'preact/test-utils';
import { Router } from 'preact-iso/router';
import { createElement, type FC } from 'react';
import { expect, vi } from 'vitest';
import { createNavigator, NavigatorProvider } from '../../src/location.ts';
import { memoryHistory } from '../../src/shell/memory-history.ts';
import { LeaveGuards } from '../../src/ui/leave-guard.ts';
import { draw } from '../ui/draw.tsx';

/** Draws screens at an address as the app's shell does, without its bars. */
export function open(url: string, screens: Readonly<Record<string, FC>>) {
  document.body.replaceChildren();
  const history = memoryHistory();
  history.push(url);
  const place = createNavigator({ history, root: document.body });
  const routes = Object.entries(screens).map(([path, screen]) =>
    createElement(screen, { key: path, path } as object),
  );
  const drawn = draw(
    <LeaveGuards.Provider value={place.guard}>
      <NavigatorProvider nav={place}>
        <Router>{routes}</Router>
      </NavigatorProvider>
    </LeaveGuards.Provider>,
  );
  const text = () => drawn.place.textContent?.replace(/\u00a0/g, ' ') ?? '';
  return {
    ...drawn,
    place,
    text,
    /** Waits until the page shows this text. */
    says: (words: string | RegExp) => eventually(() => expect(text()).toMatch(words)),
    /** Waits for an element and returns it. */
    find: (role: string, name?: string) => eventually(() => drawn.get(role, name)),
    press: (role: string, name?: string) =>
      eventually(() => drawn.get(role, name)).then((element) => act(async () => element.click())),
  };
}

/** Removes the last screen, so that it sends nothing during the next test. */
export const leave = () => void draw(null);

/** Waits until `look` no longer throws, and returns its result. */
export const eventually = <T,>(look: () => T) => vi.waitFor(look, { timeout: 10_000, interval: 10 });
