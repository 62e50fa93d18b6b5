/** Returns the files of the migration by their paths in src/server/migrations. */
export function makeMigration(): Promise<Record<string, string>>;
