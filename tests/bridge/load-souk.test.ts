import { expect, test, vi } from 'vitest';
import { loadSouk } from '../../bridge/packages/embed/load-souk.ts';

test.each([
  ['https:', 'http://souk.example', 'No Souk came from http://souk.example/souk.js: write https.'],
  [
    'https:',
    'https://souk.example',
    'No Souk came from https://souk.example/souk.js: check scheme, port and script-src, and that it runs.',
  ],
  [
    'http:',
    'http://127.0.0.1:8080/',
    'No Souk came from http://127.0.0.1:8080/souk.js: check scheme, port and script-src, and that it runs.',
  ],
])(
  'in a page by %s, a script of %s that does not come is an error that names the remedy',
  async (protocol, origin, message) => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('location', { protocol });
    vi.stubGlobal('document', {
      createElement: () => ({}),
      querySelector: () => null,
      head: { append: (script: { onerror(): void }) => script.onerror() },
    });
    await expect(loadSouk(origin)).rejects.toMatchObject({ code: 'unreachable', message });
    vi.unstubAllGlobals();
  },
);
