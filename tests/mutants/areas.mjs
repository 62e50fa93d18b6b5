/**
 * What `npm run mutants` changes and which tests must notice: sources, tests without and with a page, and the least
 * share of changes in per cent that they have to notice.
 */
export const areas = {
  bridge: {
    // Samples are one text for a host's developer, and a test counts its length; a page runs in a browser alone.
    mutate: ['bridge/**/*.ts', '!bridge/{samples,conformance/page}/**'],
    tests: ['tests/bridge/!(canary|web-host|contract-file).test.ts'],
    testsInPage: ['tests/bridge/{canary,web-host}.test.ts'],
    least: 85,
  },
  contract: {
    mutate: ['src/contract/*.ts'],
    tests: ['tests/contract/*.test.ts'],
    testsInPage: [],
    least: 80,
  },
  ledger: {
    // The command runs in another process, where no change can be switched on.
    mutate: ['src/server/ledger/**/*.ts', '!src/server/ledger/audit-cli.ts'],
    tests: ['tests/server/{anchors,audit,chains,corrections,idempotency,ledger,tampering}.test.ts'],
    testsInPage: [],
    setUp: ['tests/harness/global-setup.ts'],
    least: 90,
  },
};
