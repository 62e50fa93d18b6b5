/**
 * What `npm run mutants` changes and which tests must notice: sources, tests without and with a page, and the least
 * share of changes in per cent that they have to notice. `setUp` is what runs once before them.
 */
export const areas = {
  bridge: {
    // Samples are one text for a host's developer, and a test counts its length. The packages that put Souk into a page
    // are tested from their tarballs, in the SDKs of super-apps and in browsers, where no change can be switched on.
    mutate: ['bridge/**/*.ts', '!bridge/samples/**', '!bridge/packages/{embed,react}/**'],
    tests: ['tests/bridge/!(canary|web-host).test.ts'],
    testsInPage: ['tests/bridge/{canary,web-host}.test.ts'],
    least: 85,
  },
  contract: {
    mutate: ['src/contract/*.ts'],
    // The examples are carried out by a server of their own.
    tests: ['tests/contract/!(examples).test.ts'],
    testsInPage: [],
    least: 80,
  },
  ledger: {
    // The command runs in another process, where no change can be switched on. What the database does itself, such as
    // `ledger_post`, is SQL, of which an expression cannot be changed.
    mutate: [
      'src/server/{audit,ledger}/**/*.ts',
      'src/server/services/withdrawals/payout-hash.ts',
      '!src/server/audit/audit-cli.ts',
    ],
    // Only the last has a server around the ledger: all others notice within a second or two.
    tests: [
      'tests/server/{account-names,audit,chains,covered-by-anchors,ledger,payout-hash,stored-replies,tampering}.test.ts',
    ],
    testsInPage: [],
    setUp: ['tests/harness/global-setup.ts'],
    least: 90,
  },
};
