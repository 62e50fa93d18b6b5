// What @souk/embed publishes: souk.js as a promise, the types of `<souk-app>`, and the host's half of the bridge.

export type { MountOptions, SoukAttributes, SoukGlobal } from '../../../src/embed/souk-global.ts';
export * from '../../host.ts';
export { type LoadCode, loadSouk, SoukError } from './load-souk.ts';
