// What the registry says of each decision and read, and an example of each, carried out.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/server/demo/seeded-random.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import keptExamples from '../../src/server/operators/ops-examples.json' with { type: 'json' };
import { inputTexts } from '../../src/server/operators/ops-input-texts.ts';
import { opsOpenapi, subjects } from '../../src/server/operators/ops-openapi.ts';
import { usageOf } from '../../src/server/operators/ops-usage.ts';
import { decisions, reads, rowOf } from '../../src/server/operators/registry.ts';
import {
  type Decision,
  type Read,
  roles,
  weights,
} from '../../src/server/platform/decisions/define-decision.ts';
import { typed } from '../harness/decide.ts';
import { operator } from '../harness/recharging.ts';
import { useServer } from '../harness/use-server.ts';
import { decisionRows, inputsOf, openDecisionDesk, waitedFor } from './decisions/rows.ts';

interface Operation {
  summary: string;
  tags: string[];
  'x-roles': string[];
  requestBody?: { content: { 'application/json': { example?: object } } };
  responses: { 200: { content: { 'application/json': { example: { data?: unknown } } } } };
}

const document = opsOpenapi();
const names = [...Object.keys(decisions), ...Object.keys(reads)];
const operationOf = (name: string): Operation | undefined =>
  document.paths[`/${name}`]?.[name in reads ? 'get' : 'post'] as Operation | undefined;

/** Returns what a row lacks, in words. */
function lacks(name: string, row: Decision | Read): string[] {
  const operation = operationOf(name);
  const isSent = operation?.requestBody?.content['application/json'].example !== undefined;
  const has: Record<string, boolean> = {
    'a sentence of what it does': /^[A-Z].+\.$/s.test(row.about),
    'a known noun': Object.hasOwn(subjects, row.on),
    'a known role': row.roles.length > 0 && row.roles.every((role) => roles.includes(role)),
    'a weight': name in reads || weights.includes((row as Decision).weight),
    'a typed input': row.input.type === 'strict_object',
    'fields named as those of answers': Object.keys(row.input.entries).every((field) =>
      /^[a-zA-Z]+$/.test(field),
    ),
    'a typed output': ['object', 'record'].includes(row.output.type),
    'an operation': operation !== undefined,
    'an example': name in reads || isSent,
    'an example of its answer':
      operation?.responses[200].content['application/json'].example.data !== undefined,
    'a line of the command': usageOf(name).includes(row.about),
  };
  return Object.keys(has).filter((what) => !has[what]);
}

describe('the registry', () => {
  it.each(names)('has all of %s', (name) => {
    const row = rowOf(name);
    expect(row && lacks(name, row)).toEqual([]);
  });

  it('has each name once, and each of them in the document', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(document.paths)).toEqual([...names.map((name) => `/${name}`), '/bulk/{decision}']);
  });

  it('has no meaning of a field that no input has', () => {
    const fields = names.flatMap((name) =>
      Object.keys(rowOf(name)?.input.entries ?? {}).flatMap((field) => [field, `${name}.${field}`]),
    );
    expect(Object.keys(inputTexts).filter((field) => !fields.includes(field))).toEqual([]);
    expect(JSON.stringify(document)).toContain(
      '"description":"Your own name of the goods, which orders have."',
    );
  });

  it('names no noun in the document that nothing is about', () => {
    const used = names.map((name) => rowOf(name)?.on);
    expect(Object.keys(subjects).filter((noun) => !used.includes(noun))).toEqual([]);
  });
});

/** Returns a value as the document shows it, with one row of each list. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return (typeof value[0] === 'object' ? value.slice(0, 1) : value).map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shown(field)]));
}

/** Returns a value without what is made by chance: ids in texts, and with them which of two rows is the first of a list. */
function masked(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return value.replace(/whsec_[\w+/=]+|[\w-]{6,}/g, '…');
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, masked(field)]));
}

describe('each decision and read', () => {
  const server = useServer('postgres', { config: { operator }, random: seededRandom('machine API') });

  it('answers what its example in the document says, of the type that it declares', async () => {
    const examples: Record<string, { input: object; data: unknown }> = {};
    const keep = (name: string, input: object, data: unknown) => {
      const output = rowOf(name)?.output;
      expect([name, output && v.parse(output, data)]).toEqual([name, data]);
      examples[name] = { input, data: shown(data) };
    };
    for (const decision of Object.values(waitedFor))
      await decisionRows[decision]?.(await openDecisionDesk(server));
    for (const name of Object.keys(reads)) {
      const [input = {}] = await inputsOf(name, await openDecisionDesk(server));
      keep(name, input, await server.read(name, input));
    }
    for (const name of Object.keys(decisions)) {
      const input = typed(name, (await decisionRows[name]?.(await openDecisionDesk(server))) ?? {});
      keep(name, input, await decide(server.deps, name, input, 'rosa'));
    }
    // Ids differ with each change of what came before them, which makes no other example.
    if (JSON.stringify(masked(examples)) === JSON.stringify(masked(keptExamples))) return;
    // After a change of an answer, `npx vitest run tests/server/registry.test.ts -u` writes the file again.
    const file = '../../src/server/operators/ops-examples.json';
    await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(file);
  }, 120_000);
});
