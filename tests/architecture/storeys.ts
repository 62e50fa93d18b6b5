import { posix } from 'node:path';
import type { Import } from './imports.ts';

/** The storeys of the server, the top one first; each imports only itself and those below. */
const storeys = [
  'start',
  'http',
  'operators',
  'audit',
  'services',
  'trade',
  'shops',
  'ledger',
  'platform',
  'schema',
] as const;
export type Storey = (typeof storeys)[number];

/** Files directly in src/server that do not belong to the start. */
const placed: Record<string, Storey> = {
  'src/server/schema.ts': 'schema',
  // It has to lie beside `migrations`, since the built server is one file there.
  'src/server/directories.ts': 'platform',
};

/** Returns the storey of a file of the server; undefined for a folder that the plan does not know. */
export function storeyOf(path: string): Storey | undefined {
  const folder = /^src\/server\/([^/]+)\//.exec(path)?.[1];
  if (folder === undefined) return placed[path] ?? 'start';
  if (folder === 'demo') return 'start';
  return storeys.find((storey) => storey === folder && storey !== 'start');
}

const isServer = (path: string): boolean => path.startsWith('src/server/') && /\.tsx?$/.test(path);

/** Returns why an import inside the server points up, or undefined where it does not. */
export function upwardFault({ from, to }: Import): string | undefined {
  if (!isServer(from) || !isServer(to)) return undefined;
  const [source, target] = [storeyOf(from), storeyOf(to)];
  if (!source || !target) return `${from} imports ${to}: no storey is known for ${source ? to : from}`;
  if (storeys.indexOf(target) >= storeys.indexOf(source)) return undefined;
  return `${from} imports ${to}: ${target} lies above ${source}`;
}

/** The noun of a file in services; undefined for what spans several and lies directly in the folder. */
const serviceOf = (path: string): string | undefined => /^src\/server\/services\/([^/]+)\//.exec(path)?.[1];

/** Which noun of the services may import which, and why. */
export const servicePairs: Readonly<Record<string, string>> = {
  'accounts > identity': 'an account for withdrawals is in the name that was verified',
  'appeals > corrections':
    'an appeal against an announced correction is answered by carrying it out or dropping it, or by undoing one that was posted',
  'appeals > recharges': 'an appeal about a refused recharge has its report reviewed again',
  'appeals > withdrawals':
    'an appeal about a withdrawal without a confirmation by the bank brings its money back',
  'corrections > recharges':
    'a recharge that was taken back is credited again unless its payment was credited elsewhere meanwhile',
  'exports > wallet': 'what a merchant takes along has the movements as a spreadsheet',
  'levels > identity': 'a higher level is for verified merchants',
  'levels > invites': 'a visitor with an open invitation sees the levels that it leads to',
  'levels > profile': 'the answer to a change of level carries the shop',
  'profile > ads': 'closing a shop cancels its ads and refunds them',
  'profile > identity': 'the shop shows its merchant what of the identity is on file',
  'profile > recharges': 'an account stays open while money of a refused recharge has not gone back',
  'recharges > identity': 'money comes in only from verified merchants',
  'recharges > withdrawals':
    'one transfer is never the proof of a withdrawal and of a recharge that was sent back',
  'sign-in > invites': 'the merchant who signs in is given the code to invite with',
  'wallet > recharges': 'a movement that is a recharge carries its state',
  'wallet > withdrawals': 'a movement that is a withdrawal carries its state',
  'withdrawals > accounts': 'a withdrawal is paid to one of the accounts on file',
};

/** Returns the pair of nouns that an import joins, as the table above names it; undefined where it joins none. */
export function servicePair({ from, to }: Import): string | undefined {
  const [source, target] = [serviceOf(from), serviceOf(to)];
  if (!source || !target || source === target) return undefined;
  return `${source} > ${target}`;
}

/** Returns why an import joins two nouns of the services, or undefined where it may. */
export function serviceFault(found: Import): string | undefined {
  const pair = servicePair(found);
  if (pair === undefined || Object.hasOwn(servicePairs, pair)) return undefined;
  return `${found.from} imports ${found.to}: the table of pairs does not name ${pair}`;
}

// A file directly in one of these has its own subject, so it counts as a folder.
const shelves = /^(src|bridge|src\/server(\/(http|operators|audit|services|trade|shops|ledger|platform))?)$/;

/** Returns the folder of a file; a file directly in src, in bridge or in a storey counts as a folder. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return shelves.test(folder) ? path : folder;
}

/**
 * Returns every group of folders that need each other, each with the imports between them; of files, where each is its
 * own place. Types and `import()` count too: a reader follows both.
 */
export function cyclesIn(imports: readonly Import[], placeOf = folderOf): string[][] {
  const needs = new Map<string, Map<string, string>>();
  for (const { from, to } of imports) {
    const [source, target] = [placeOf(from), placeOf(to)];
    if (source === target) continue;
    const targets = needs.get(source) ?? new Map<string, string>();
    needs.set(source, targets.set(target, `${from} > ${to}`));
  }
  const reachable = (start: string): Set<string> => {
    const found = new Set<string>();
    const open = [start];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop())
      for (const next of needs.get(folder)?.keys() ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    return found;
  };
  const reach = new Map([...needs.keys()].map((folder) => [folder, reachable(folder)]));
  const inCycle = [...needs.keys()].filter((folder) => reach.get(folder)?.has(folder));
  const groups = new Map<string, string[]>();
  for (const folder of inCycle) {
    const group = inCycle.filter((other) => reach.get(folder)?.has(other) && reach.get(other)?.has(folder));
    groups.set([...group].sort().join(' '), group);
  }
  return [...groups.values()].map((group) =>
    group.flatMap((folder) =>
      [...(needs.get(folder) ?? [])].flatMap(([target, line]) => (group.includes(target) ? [line] : [])),
    ),
  );
}
