// What @souk/embed publishes: Souk in an element or a frame of a page, and the types of `<souk-app>`.

export type { MountOptions, SoukAttributes, SoukGlobal } from '../../../src/embed/souk-global.ts';
export * from '../../host.ts';
export { type LoadCode, loadSouk, SoukError } from './load-souk.ts';
export { type GetToken, type ShowCode, type ShownSouk, type ShowOptions, showSouk } from './show-souk.ts';
