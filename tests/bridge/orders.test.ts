import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MethodName, Params } from '../../bridge/protocol.ts';
import { seed } from '../harness/seed.ts';
import { outcome, rawHost } from './harness/raw-host.ts';

const asks: readonly (readonly [MethodName, Params<MethodName>])[] = [
  ['scan', {}],
  ['copy', { text: 'x' }],
  ['pickFile', { accept: '*' }],
  ['haptic', { kind: 'tap' }],
  ['token', { force: true }],
  ['share', { text: 'x' }],
  ['scan', {}],
  ['close', { dirty: false }],
];

/** An answer that can only be that of request `id`. */
const answerTo = (id: number) => ({
  text: `text ${id}`,
  token: `token-${id}`,
  name: `name ${id}`,
  type: 'text/plain',
  base64: '',
});

test('every request of a thousand random orders, with refusals and silence, ends with its own answer', async () => {
  const one = fc.record({ order: fc.nat(), end: fc.constantFrom('answer', 'answer', 'refusal', 'silence') });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 8, maxLength: 8 }), async (plan) => {
      const { guest, hi, send, clock, requests } = rawHost();
      hi();
      const ends = asks.map(([method, params]) => outcome(guest.request(method, params as never)));
      const ids = requests().map(({ id }) => id as number);
      const inOrder = [...plan.keys()].sort((a, b) => (plan[a]?.order ?? 0) - (plan[b]?.order ?? 0));
      for (const at of inOrder) {
        const id = ids[at] as number;
        if (plan[at]?.end === 'answer') send({ t: 'res', id, r: answerTo(id) });
        if (plan[at]?.end === 'refusal') send({ t: 'res', id, e: { code: 'denied' } });
      }
      clock.advance(600_000);
      const wanted = plan.map(({ end }, at) => {
        if (end === 'silence') return 'rejected: timeout';
        return end === 'refusal' ? 'rejected: denied' : answerTo(ids[at] as number);
      });
      expect(await Promise.all(ends)).toEqual(wanted);
      expect(clock.open()).toBe(0);
      guest.destroy();
    }),
    { numRuns: 1_000, seed },
  );
});
