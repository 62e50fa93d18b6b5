import { connect } from '../../../bridge/guest/connect.ts';
import { channels } from '../harness/channels.ts';
import { type Driver, farGuest } from './driver.ts';
import { serveGuest } from './served-guest.ts';

/** What a page's channel would make of an answer: a copy that came as JSON. */
const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Every transport within this process. */
export const drivers: readonly Driver[] = Object.entries(channels).map(([name, create]) => ({
  name,
  start: async () => {
    const { transport, end, strike } = create();
    let stopGuest = (): void => {};
    return {
      transport: transport.name,
      end,
      connect: async () => {
        const guest = connect({ app: 'souk', build: 'cases', transport });
        stopGuest = guest.destroy;
        const served: Record<string, (...args: never[]) => Promise<unknown>> = serveGuest(guest, strike);
        return farGuest(async (call, args) => copy(await served[call]?.(...(args as never[]))));
      },
      stop: async () => {
        stopGuest();
        end.close();
      },
    };
  },
}));
