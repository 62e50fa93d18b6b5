// Every table, by noun. drizzle-kit reads this file; a new schema/<noun>.ts is added here.
export * from './schema/ads.ts';
export * from './schema/decisions.ts';
export * from './schema/downloads.ts';
export * from './schema/events.ts';
export * from './schema/files.ts';
export * from './schema/goods.ts';
export * from './schema/idempotency.ts';
export * from './schema/identity.ts';
export * from './schema/ledger.ts';
export * from './schema/orders.ts';
export * from './schema/quotes.ts';
export * from './schema/recharges.ts';
export * from './schema/restrictions.ts';
export * from './schema/session.ts';
export * from './schema/shops.ts';
export * from './schema/withdrawals.ts';
