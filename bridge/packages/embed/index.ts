// What @souk/embed publishes: Souk in an element or a frame of a page, the hosts that super-apps' own SDKs make, and the types
// of `<souk-app>`.

export type {
  MountOptions,
  SoukAttributes,
  SoukElement,
  SoukEventMap,
  SoukGlobal,
  SoukPath,
} from '../../../src/embed/souk-global.ts';
export * from '../../host.ts';
export { type CapacitorPlugins, capacitorHost } from './capacitor.ts';
export type { GetToken, ShowCode, ShownSouk, ShowOptions } from './host-of.ts';
export { type Liff, lineHost } from './line.ts';
export { loadSouk } from './load-souk.ts';
export { showSouk } from './show-souk.ts';
export { type LoadCode, SoukError } from './souk-error.ts';
export { type TelegramApp, telegramHost } from './telegram.ts';
