import { parseMoney } from '../../../src/contract/money.ts';
import { newId, newNo } from '../../../src/server/platform/ids.ts';
import { goods, goodsTypes, showcase } from '../../../src/server/schema/goods.ts';
import type { OrderEvent, Party } from '../../../src/server/trade/model/order-machine.ts';
import type { OrderRow } from '../../../src/server/trade/model/order-row.ts';
import { applyOrderEvent } from '../../../src/server/trade/orders/apply-order-event.ts';
import { codedScan, deliver, type Scan, scanParcel, ship } from '../../../src/server/trade/orders/parcel.ts';
import { placeOrder } from '../../../src/server/trade/orders/place-order.ts';
import type { TestServer, TestUser } from '../../harness/server.ts';

const minute = 60_000;
/** Price 30.00, cost 18.00, shipping 2.00: fee 1.50, so 8.50 is left. */
const figures = { price: '30.00', cost: '18.00', shipping: '2.00' };

export interface Market {
  /** An order of some goods for this merchant, by the price of their first order; wallet-funded where a reason is given. */
  order(
    user: TestUser,
    buys?: { name?: string; price?: string; quantity?: number; wallet?: string },
  ): Promise<OrderRow>;
  /** Lets supplier, carrier, buyer or the system act. */
  happen(order: OrderRow, event: OrderEvent, party: Party): Promise<OrderRow>;
  ship(order: OrderRow): Promise<OrderRow>;
  /** The carrier scans the parcel; a scan that says `delivered` delivers it. */
  scan(order: OrderRow, scan: Scan): Promise<OrderRow>;
}

/** Goods, buyers, supplier and carrier for tests of screens, by the functions that real traffic uses. */
export async function openMarket(server: TestServer): Promise<Market> {
  const { deps, clock } = server;
  await deps.db.insert(goodsTypes).values({ id: 'home', name: 'Home', position: 0 }).onConflictDoNothing();
  const known = new Map<string, string>();

  const goodsOf = async (name: string) => {
    const id = known.get(name) ?? newId(deps.random, 'gds');
    if (!known.has(name))
      await deps.db.insert(goods).values({
        id,
        name,
        typeId: 'home',
        code: `HG-${1000 + known.size}`,
        no: newNo(deps.random, clock.now()),
        images: ['/files/goods.svg'],
        stock: 10_000,
        createdAt: clock.now(),
        cost: parseMoney(figures.cost),
        shipping: parseMoney(figures.shipping),
        suggestedPrice: parseMoney(figures.price),
      });
    known.set(name, id);
    return id;
  };

  const listed = async ({ shopId }: TestUser, name: string, price: string) => {
    const goodsId = await goodsOf(name);
    await deps.db
      .insert(showcase)
      .values({
        id: newId(deps.random, 'shc'),
        shopId,
        goodsId,
        status: 'listed',
        listedAt: clock.now(),
        sellingPrice: parseMoney(price),
        listedCost: parseMoney('20.00'),
      })
      .onConflictDoNothing();
    return goodsId;
  };

  const within = <T>(act: (one: typeof deps) => Promise<T>) => {
    clock.advance(minute);
    return deps.db.transaction((db) => act({ ...deps, db }));
  };

  return {
    async order(user, buys = {}) {
      const { name = 'Linen cushion cover', price = figures.price, quantity = 1, wallet } = buys;
      const items = [{ goodsId: await listed(user, name, price), quantity }];
      const payment = { paymentReference: newId(deps.random, 'pay'), paymentRef: 'visa •••• 4242' };
      const purchase = { shopId: user.shopId, items, buyer: 'Ruth M.', ...payment };
      return within((one) =>
        placeOrder(one, { ...purchase, actor: 'buyer', ...(wallet === undefined ? {} : { wallet }) }),
      );
    },
    happen: (order, event, party) =>
      within((one) => applyOrderEvent(one, { orderId: order.id, event, party, actor: party })),
    ship: (order) =>
      within((one) =>
        ship(one, order.id, {
          actor: 'supplier',
          carrier: 'Parcel Link',
          trackingNo: 'PL4402991736',
          scan: { place: 'FRLIO', timeZone: 'UTC', ...codedScan('picked_up') },
        }),
      ),
    scan: (order, scan) =>
      within((one) =>
        scan.status === 'delivered'
          ? deliver(one, order.id, 'carrier', scan)
          : scanParcel(one, order.id, scan),
      ),
  };
}
