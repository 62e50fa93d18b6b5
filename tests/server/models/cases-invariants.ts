import { balance, left, type Model, net, type Order, reserved } from './cases-model.ts';

const own = ['available', 'frozen', 'shop', 'deposit'];
const settled = (o: Order) => o.status === 'waiting_for_withdrawal' || o.status === 'completed';
const ended = (o: Order) => o.status === 'cancelled' || o.status === 'refunded';
const bought = (o: Order) => o.status !== 'pending_payment' && o.status !== 'cancelled';

/** What an order has done to its merchant's money so far. */
function effectOf(o: Order): number {
  if (settled(o)) return o.amount - o.fee - o.cost - o.refunded - o.claimed;
  if (o.status === 'refunded') return o.atFault ? o.loss - o.cost : 0;
  return bought(o) && o.wallet ? -o.cost : 0;
}

function escrowOf(o: Order): number {
  if (settled(o) || ended(o)) return 0;
  return o.amount - o.refunded - (bought(o) && !o.wallet ? o.cost : 0);
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

/** Returns the faults of the books, each found without looking at how the money got there. */
export function faultsIn(m: Model): string[] {
  const found: string[] = [];
  const is = (what: string, actual: number, expected: number) => {
    if (actual !== expected) found.push(`${what}: ${actual}, not ${expected}`);
  };
  is('all accounts', sum([...m.accounts.values()]), 0);
  for (const account of own) if (balance(m, account) < 0) found.push(`${account} is ${balance(m, account)}`);
  is('the merchant', sum(own.map((account) => balance(m, account))), m.funded + sum(m.orders.map(effectOf)));
  is('the fees', balance(m, 'fees'), sum(m.orders.filter(settled).map((o) => o.fee)));
  is('what suppliers owe', balance(m, 'receivable'), -sum(m.orders.map((o) => o.owed)));
  is('the loss', balance(m, 'loss'), -sum(m.orders.map((o) => o.loss + o.spared)));
  is(
    'the shop balance',
    balance(m, 'shop'),
    sum(m.orders.map((o) => (o.status === 'waiting_for_withdrawal' ? net(o) : 0))),
  );
  is(
    'what suppliers get',
    balance(m, 'payable'),
    sum(m.orders.map((o) => (o.status === 'to_be_shipped' ? o.cost : 0))),
  );
  for (const o of m.orders) {
    is(`the buyer of ${o.name}`, balance(m, `buyer ${o.name}`), ended(o) ? 0 : -left(o));
    if (balance(m, `buyer ${o.name}`) > 0) found.push(`the buyer of ${o.name} gets back more than was paid`);
    is(`the escrow of ${o.name}`, balance(m, `escrow ${o.name}`), escrowOf(o));
    if (left(o) < 0 || (!ended(o) && net(o) < 0)) found.push(`${o.name} gave back more than there was`);
    if (ended(o) && o.case) found.push(`${o.name} has ended with a case open`);
  }
  if (reserved(m) < 0) found.push('claims are below zero');
  return found;
}
