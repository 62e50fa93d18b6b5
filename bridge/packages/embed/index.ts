// What @souk/embed publishes: Souk in an element or a frame of a page, the hosts that super-apps' own SDKs make, and the types
// of `<souk-app>` and `<souk-card>`.

export type {
  CardOptions,
  MountOptions,
  SoukAttributes,
  SoukCardAttributes,
  SoukCardElement,
  SoukElement,
  SoukEventCode,
  SoukEventMap,
  SoukEvents,
  SoukGlobal,
  SoukPath,
} from '../../../src/embed/souk-global.ts';
export * from '../../host.ts';
export { type CapacitorPlugins, capacitorHost } from './capacitor.ts';
export { type Liff, lineHost } from './line.ts';
export { loadSouk } from './load-souk.ts';
export type { Session, SuperAppHost } from './publish-session.ts';
export { showSouk } from './show-souk.ts';
export { type LoadCode, SoukError, type SoukErrorCode } from './souk-error.ts';
export type { GetToken, ShownSouk, ShowOptions } from './souk-host.ts';
export { type TelegramApp, telegramHost } from './telegram.ts';
