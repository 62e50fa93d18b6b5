// Messages that must not count, made without a library so that they can be made inside a page of any engine too.

/** Where a forged message claims, or is made, to come from, and what it carries. */
export interface Forged {
  readonly kind: string;
  readonly source: 'parent' | 'stranger';
  readonly origin: string;
  readonly data: unknown;
  /** Whether it hands over a port, as a host's `hi` does. */
  readonly port: boolean;
}

export interface Attack {
  /** The nonce of the guest: an attacker in another window is assumed to have seen it. */
  readonly nonce: string;
  /** The nonce of a guest of before. */
  readonly old: string;
  /** The right host's origin. */
  readonly origin: string;
  /** A channel with one peer is attacked from within, by a script that does not know the nonce. */
  readonly over: 'window' | 'channel';
  readonly each: number;
  readonly seed: number;
}

export interface AttackReport {
  /** How many different messages there were of each kind. */
  readonly distinct: Readonly<Record<string, number>>;
  readonly sent: number;
  readonly accepted: number;
  readonly exceptions: number;
}

/** Numbers between 0 and 1 that a seed repeats. */
const seeded = (seed: number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const megabyte = 'x'.repeat(1_000_000);

const throwing = (fields: object, name: string): object =>
  Object.defineProperty({ ...fields }, name, {
    enumerable: true,
    get: () => {
      throw new Error('a getter that throws');
    },
  });

/** Makes `each` of every kind, one after the other. */
function* forge({ nonce, old, origin, over, each, seed }: Attack): Generator<Forged> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const word = (): string => Math.floor(random() * 2 ** 32).toString(36);
  const state = () => ({
    token: `attacker-${word()}`,
    lang: pick(['fr', 'it', 'ko']),
    theme: 'dark',
    api: 'https://evil.example',
  });
  const message = (
    n: unknown,
    t: unknown = pick(['hi', 'evt', 'res', 'req', 'note', 'hello', '', 'constructor']),
  ) => ({
    souk: 1,
    t,
    n,
    id: pick([1, 2, '1']),
    m: 'state',
    p: { version: 1, platform: word(), capabilities: ['token'], state: state(), ...state() },
    r: { token: `attacker-${word()}` },
  });
  const form = (data: object): unknown => (random() < 0.5 ? data : JSON.stringify(data));
  const right = { source: 'parent', origin, port: true } as const;
  const guess = (): unknown =>
    pick([
      word(),
      nonce.slice(1),
      `${nonce}0`,
      nonce.replace(/\d/, 'x'),
      [nonce, word()],
      { n: word() },
      null,
      0,
    ]);

  const data: Readonly<Record<string, () => unknown>> = {
    replay: () => form(message(old)),
    'wrong nonce': () => form({ ...message(guess()), at: word() }),
    'data: null and junk': () =>
      pick<() => unknown>([
        () => null,
        () => undefined,
        () => random(),
        () => word(),
        () => `{${word()}`,
        () => [word()],
        () => pick<unknown>([10n, Symbol.iterator, () => word()]),
        () => JSON.stringify([message(word())]),
        () => ({ [word()]: word() }),
        () => new Date(random() * 1e12),
        () => new Map([[word(), 1]]),
      ])(),
    'a megabyte': () => (random() < 0.98 ? megabyte + word() : { souk: 1, blob: megabyte + word() }),
    'throwing getters': () =>
      throwing(message(pick([nonce, word()])), pick(['souk', 't', 'n', 'id', 'm', 'p', 'r', 'e'])),
    'wrong protocol': () => form({ ...message(word()), souk: pick([0, 2, '1', true, null, random()]) }),
  };
  for (const [kind, make] of Object.entries(data))
    for (let count = 0; count < each; count += 1) yield { kind, ...right, data: make() };
  if (over === 'channel') return;

  // From here on the message itself is without fault, and who sends it is not.
  const lookalikes = ['evil.example', `evil.example/${origin}`, `${origin.slice(8)}.evil.example`];
  const windows: Readonly<Record<string, () => Partial<Forged>>> = {
    'evil origin': () => ({ origin: `https://${word()}.${pick(lookalikes)}` }),
    'nearly our origin': () => ({
      origin: pick([`${origin}:8443`, `${origin}/`, `http${origin.slice(5)}`, origin.toUpperCase()]),
    }),
    'null origin': () => ({ origin: pick(['null', '']) }),
    'sibling frame': () => ({ source: 'stranger' }),
    'no port': () => ({ port: false }),
  };
  for (const [kind, wrong] of Object.entries(windows))
    for (let count = 0; count < each; count += 1)
      yield { kind, ...right, data: form(message(nonce, 'hi')), ...wrong() };
}

const named = ({ origin, data }: Forged): string => {
  try {
    return `${origin} ${typeof data === 'string' ? data.slice(-300) : JSON.stringify(data)?.slice(-300)}`;
  } catch {
    return `${origin} ${JSON.stringify(Object.getOwnPropertyDescriptors(data))}`;
  }
};

/** Sends all forged messages and returns their effects; `changed` checks the guest after each. */
export const attack = (
  { changed, strike }: { changed(): boolean; strike(forged: Forged): void },
  plan: Attack,
): AttackReport => {
  const seen = new Map<string, Set<string>>();
  let [sent, accepted, exceptions] = [0, 0, 0];
  for (const forged of forge(plan)) {
    const names = seen.get(forged.kind) ?? new Set<string>();
    seen.set(forged.kind, names.add(named(forged)));
    sent += 1;
    try {
      strike(forged);
    } catch {
      exceptions += 1;
    }
    if (changed()) accepted += 1;
  }
  const distinct = Object.fromEntries([...seen].map(([kind, names]) => [kind, names.size]));
  return { distinct, sent, accepted, exceptions };
};
