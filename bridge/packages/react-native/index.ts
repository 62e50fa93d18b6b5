// What @souk/react-native publishes: Souk in a WebView, as a component.

export type { SoukPath } from '../../../src/embed/souk-path.ts';
export type { Appearance, AppearanceVariables, Theme } from '../../protocol.ts';
export { type LoadCode, SoukError, type SoukErrorCode } from '../embed/souk-error.ts';
export type { GetToken, ShownSouk, ShowOptions } from '../embed/souk-host.ts';
export { Souk } from './souk.tsx';
