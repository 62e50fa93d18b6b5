import { expect, test } from 'vitest';
import { filesIn, read } from './imports.ts';

const local = 'of one call, gone with it';
const own = 'guards the memory, threads or connections of this process, which no other has a part in';

/**
 * Collections that fill and limiters of the server, by file and name, with the reason why they need not be the same in
 * all processes of one database. What has to hold over all of them is a row of the database.
 */
const reasons: Readonly<Record<string, string>> = {
  'http/app/app.ts: loggedOrigins': 'what this process has logged',
  'http/app/app.ts: paths': 'of the contract',
  'http/buffer-body.ts: slowBodies': own,
  'http/connection-limit.ts: open': own,
  'http/listen.ts: queues': own,
  'http/multipart.ts: fields': local,
  'http/multipart.ts: uploadLimiter': `${own}; a shop's files of a day are counted in the database`,
  'http/site/build-archive.ts: files': local,
  'http/site/build-archive.ts: names': 'read from the shared store, and again where a name is missing',
  'http/site/build-archive.ts: opened': 'named by their content, which never changes',
  'http/site/page-html.ts: pages': 'named by their content',
  'http/unavailable-log.ts: kinds': 'how often its own requests were turned away, for its own log',
  'ledger/audit.ts: ends': local,
  'ledger/audit.ts: faults': local,
  'ledger/audit.ts: linesOf': local,
  'ledger/ledger.ts: sums': local,
  'platform/config/env.ts: readNames': 'of the configuration',
  'platform/due-work.ts: attempts': 'of one round, and only the leader has rounds',
  'platform/files/file-contents.ts: retryAt':
    'when the leader looks for the bucket again; another looks at once',
  'platform/limiter.ts: pending': own,
  'platform/limiter.ts: runningOf': own,
  'platform/messenger.ts: underWay':
    'what this process is delivering; a code that is lost is requested again',
  'platform/passwords.ts: globalLimiter': `${own}; guesses are counted in the database`,
  'platform/passwords.ts: limitPasswordWork': own,
  'platform/passwords.ts: networkLimiter': `${own}; guesses are counted in the database`,
  'platform/texts/demo-texts.ts: others': 'texts of the build',
  'services/ads/ad-reports.ts: reports': local,
  'services/help/qa.ts: best': local,
  'trade/orders/pay-orders.ts: paid': local,
};

const folder = 'src/server/';
const filled =
  /^(?:export )?\s*(?:const|let) (\w+)[^=\n]*= (?:new (?:Map|Set|WeakMap)(?:<.*>)?\(\)|createLimiter\()|^(?:export )?let (\w+)/gm;

test('what a server keeps in its process alone has a reason to be there', () => {
  const kept = filesIn('src/server')
    .filter((file) => file.startsWith(folder) && !file.startsWith(`${folder}demo/`))
    .flatMap((file) =>
      [...read(file).matchAll(filled)].map(
        ([, name, variable]) => `${file.slice(folder.length)}: ${name ?? variable}`,
      ),
    );
  expect([...new Set(kept)].sort()).toEqual(Object.keys(reasons).sort());
});
