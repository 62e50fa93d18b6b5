import type { MountOptions } from '../../../src/embed/options.ts';
import { createHostObject } from '../../host.ts';
import { loadSouk } from './load-souk.ts';
import { SoukError } from './souk-error.ts';
import { createSoukHost, type ShownSouk, type ShowOptions } from './souk-host.ts';

/**
 * Shows Souk in an element, as its host: with the session of the page, and what Souk asks and tells. The element's own
 * content is shown until Souk is there. A page shows one Souk at a time, the newest.
 * @example const { leave } = showSouk(element, { origin: 'https://souk.example', token: getToken, lang: 'ar' });
 */
export const showSouk = (element: HTMLElement, first: ShowOptions): ShownSouk => {
  const { host, end } = createHostObject();
  const left = new AbortController();

  let unmount: (() => void) | undefined;
  const stop = () => {
    left.abort();
    unmount?.();
  };
  const shown = createSoukHost(end, first, { platform: 'embed', stop });
  // Souk itself has written these into the console.
  element.addEventListener(
    'souk:error',
    ({ detail }) => shown.options().onError?.(new SoukError(detail.code, detail.message)),
    left,
  );
  loadSouk(first.origin).then(({ mount }) => {
    const props = shown.options();
    const { path } = props;
    // Souk's own code checks the names of all options.
    const options: MountOptions & { props: ShowOptions } = {
      host,
      props,
      ...(path && { location: 'memory', path }),
    };
    if (!left.signal.aborted) unmount = mount(element, options);
  }, shown.fail);
  return shown;
};
