import fc from 'fast-check';

export const megabyte = 'x'.repeat(1_000_000);
export const evilState = { token: 'attacker', lang: 'xx', theme: 'dark', api: 'https://evil.example' };
export const throwing = (name: string) =>
  Object.defineProperty({ souk: 1 }, name, {
    enumerable: true,
    get: () => {
      throw new Error('a getter that throws');
    },
  });

/** None of these is the host's origin, however much it looks like it. */
export const wrongOrigins = [
  'https://evil.example',
  'null',
  '',
  '*',
  'http://superapp.example',
  'https://superapp.example:8443',
  'https://superapp.example.evil.example',
  'https://SUPERAPP.example',
  'https://superapp.example/',
];

/** Messages that must not count, each wrong in at least one way. */
export const forgedEvents = (
  nonce: string,
  sources: { parent: unknown; strangers: readonly unknown[] },
  origin: string,
) => {
  const kind = fc.constantFrom('hi', 'evt', 'res', 'req', 'note', 'hello', '', 'constructor');
  const goodNonce = fc.constant(nonce);
  const badNonce = fc.oneof(
    fc.constant(''),
    fc.constant(nonce.slice(1)),
    fc.string(),
    fc.constant([nonce]),
    fc.constant(null),
  );
  const body = fc.record({
    version: fc.constantFrom(1, 2, '1'),
    platform: fc.string(),
    state: fc.constant(evilState),
  });
  const message = (n: fc.Arbitrary<unknown>) =>
    fc.record({
      souk: fc.constant(1),
      t: kind,
      n,
      id: fc.constantFrom(1, 2, '1'),
      m: fc.constant('state'),
      p: body,
      r: fc.constant({ token: 'attacker' }),
    });
  const junk = fc.oneof(
    fc.constantFrom<unknown>(null, undefined, 0, '', 'null', '{', '[]', [], megabyte, {
      souk: 1,
      n: nonce,
      blob: megabyte,
    }),
    fc.constantFrom<unknown>(
      throwing('n'),
      throwing('t'),
      throwing('p'),
      10n,
      Symbol.iterator,
      () => evilState,
    ),
    fc.anything(),
    fc.string(),
  );
  const text = (data: fc.Arbitrary<unknown>) => data.map((value) => JSON.stringify(value));
  const port = fc.constantFrom<readonly unknown[]>([], [{ postMessage: () => {}, close: () => {} }]);
  const event = (source: fc.Arbitrary<unknown>, from: fc.Arbitrary<string>, data: fc.Arbitrary<unknown>) =>
    fc.record({ source, origin: from, data, ports: port });
  const parent = fc.constant(sources.parent);
  const strangers = fc.constantFrom(...sources.strangers);
  const right = fc.constant(origin);
  const wrong = fc.constantFrom(...wrongOrigins);
  return fc.oneof(
    event(parent, wrong, message(goodNonce)),
    event(strangers, right, message(goodNonce)),
    event(strangers, right, text(message(goodNonce))),
    event(parent, right, message(badNonce)),
    event(parent, right, text(message(badNonce))),
    event(
      parent,
      right,
      junk.filter((data) => !JSON.stringify(String(data)).includes(nonce)),
    ),
    event(strangers, wrong, junk),
  );
};
