import { afterEach, expect, test, vi } from 'vitest';
import { Chrome } from '../../src/ui/chrome.ts';
import { createWidthHook } from '../../src/ui/wide.ts';
import { draw } from './draw.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['page', 'wide'],
  ['embed', 'narrow'],
] as const)('a %s in a wide window is %s: a part of a host’s page may be of any width', (place, room) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const useRoom = createWidthHook('960px');
  const Room = () => (useRoom() ? 'wide' : 'narrow');
  const drawn = draw(
    <Chrome.Provider value={place}>
      <Room />
    </Chrome.Provider>,
  );
  expect(drawn.place.textContent).toBe(room);
});
