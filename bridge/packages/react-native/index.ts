// What @souk/react-native publishes: Souk in a WebView, as a component.

export type { GetToken, ShowCode, ShownSouk, ShowOptions } from '../embed/host-of.ts';
export { SoukError } from '../embed/souk-error.ts';
export { Souk } from './souk.tsx';
