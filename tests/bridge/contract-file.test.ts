import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import messages from '../../bridge/conformance/messages.json';
import { buildBridgeContract, contractOf } from '../../tools/build/bridge-contract.mjs';

interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface BridgeContract {
  readonly version: number;
  readonly kinds: { readonly guest: readonly string[]; readonly host: readonly string[] };
  readonly methods: Readonly<Record<string, { readonly params: Schema; readonly result: Schema }>>;
  readonly events: Readonly<Record<string, { readonly params: Schema }>>;
  readonly notes: BridgeContract['events'];
  readonly state: Schema;
}

const root = join(import.meta.dirname, '../..');
const [file] = await buildBridgeContract({ root });
const contract: BridgeContract = JSON.parse(`${file?.contents}`);

const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value);

/** What of a value a schema does not allow. */
const misfits = (schema: Schema, value: unknown, at = ''): readonly string[] => {
  if (schema.enum) return schema.enum.includes(value) ? [] : [`${at} is not one of ${schema.enum}`];
  if (schema.anyOf) return schema.anyOf.some((one) => !misfits(one, value).length) ? [] : [`${at} fits none`];
  if (schema.type && ![schema.type].flat().includes(typeOf(value))) return [`${at} is no ${schema.type}`];
  const fields = (value ?? {}) as Record<string, unknown>;
  return [
    ...(schema.required ?? []).filter((key) => !(key in fields)).map((key) => `${at}.${key} is missing`),
    ...Object.entries(schema.properties ?? {})
      .filter(([key]) => key in fields)
      .flatMap(([key, one]) => misfits(one, fields[key], `${at}.${key}`)),
  ];
};

describe('the contract for teams that do not read TypeScript', () => {
  test('lists every name of the protocol', () => {
    expect(contract.version).toBe(1);
    expect(contract.kinds).toEqual({ guest: ['hello', 'req', 'note'], host: ['hi', 'res', 'evt'] });
    expect(Object.keys(contract.methods)).toEqual([
      'token',
      'openUrl',
      'share',
      'copy',
      'saveFile',
      'pickFile',
      'scan',
      'haptic',
      'close',
    ]);
    expect(Object.keys(contract.notes)).toEqual([
      'ready',
      'failed',
      'session-lost',
      'badge',
      'back',
      'title',
      'height',
      'track',
      'log',
    ]);
    expect(Object.keys(contract.events)).toEqual(['state', 'back', 'pause', 'resume', 'navigate']);
  });

  test('marks what may be absent or null, and lists the words of each closed list', () => {
    expect(contract.methods.token?.result).toMatchObject({
      properties: { token: { type: 'string' }, expiresAt: { type: ['string', 'null'] } },
      required: ['token'],
    });
    expect(contract.methods.haptic?.params.properties?.kind).toEqual({
      type: 'string',
      enum: ['tap', 'success', 'error'],
    });
    expect(contract.notes['session-lost']?.params.properties?.code).toEqual({
      type: ['number', 'string'],
      enum: [401, 407, 408, 'signed-out'],
    });
    expect(contract.state.properties?.theme).toMatchObject({ enum: ['light', 'dark', 'auto'] });
    expect(contract.state.properties?.insets?.required).toEqual(['top', 'right', 'bottom', 'left']);
    expect(contract.state.properties?.token?.description).toContain('signed out');
    expect(contract.state.required).toEqual([]);
    expect(contract.events.state?.params).toEqual(contract.state);
  });

  test('allows every host message of the golden table', () => {
    expect(misfits(contract.state, messages.state)).toEqual([]);
    for (const [name, end] of Object.entries(messages.methods)) {
      expect(contract.methods).toHaveProperty(name);
      if ('r' in end) expect(misfits(contract.methods[name]?.result ?? {}, end.r)).toEqual([]);
    }
    const faulty = { token: 7, theme: 'pink', insets: { top: 1 } };
    expect(misfits(contract.state, faulty)).toHaveLength(5);
  });

  test.each([
    ['() => void', 'FunctionType'],
    ['symbol', 'SymbolKeyword'],
    ['string & Date', 'TypeReference'],
    ['{ day: string } & Date', 'TypeReference'],
  ])('fails on the type %s, which JSON cannot say', (type, refusal) => {
    const folder = mkdtempSync(join(tmpdir(), 'souk-protocol-'));
    try {
      copyFileSync(join(root, 'bridge/version.ts'), join(folder, 'version.ts'));
      const source = readFileSync(join(root, 'bridge/protocol.ts'), 'utf8');
      const changed = join(folder, 'protocol.ts');
      writeFileSync(
        changed,
        source.replace('copy: { params: { text: string }', `copy: { params: { text: ${type} }`),
      );
      expect(() => contractOf(changed)).toThrow(refusal);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
