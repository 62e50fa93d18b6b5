// Every table, by noun. drizzle-kit reads this file; a new schema/<noun>.ts is added here.
export * from './schema/idempotency.ts';
export * from './schema/ledger.ts';
export * from './schema/restrictions.ts';
export * from './schema/session.ts';
