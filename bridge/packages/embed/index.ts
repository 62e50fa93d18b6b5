// What @souk/embed publishes: Souk in an element or a frame of a page, and the types of `<souk-app>`.

export type {
  MountOptions,
  SoukAttributes,
  SoukElement,
  SoukEventMap,
  SoukGlobal,
  SoukPath,
} from '../../../src/embed/souk-global.ts';
export * from '../../host.ts';
export type { GetToken, ShowCode, ShownSouk, ShowOptions } from './host-of.ts';
export { loadSouk } from './load-souk.ts';
export { showSouk } from './show-souk.ts';
export { type LoadCode, SoukError } from './souk-error.ts';
