import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { dist, readBuilt } from '../harness/built.ts';

const built = readBuilt();
const files = Object.entries(built.files);
const bytes = (path: string) => readFileSync(join(dist, path));

describe('the files', () => {
  test('are what the manifest says, and so are their compressed twins', () => {
    const wrong = files.filter(([path, facts]) => {
      const plain = bytes(path);
      if (createHash('sha256').update(plain).digest('base64') !== facts.sha256) return true;
      if (facts.br && !brotliDecompressSync(bytes(`${path}.br`)).equals(plain)) return true;
      return Boolean(facts.gz) && !gunzipSync(bytes(`${path}.gz`)).equals(plain);
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  test('the files of text are compressed in both ways', () => {
    const text = files.filter(([path]) => /\.(html|js|css|json)$/.test(path));
    expect(text.filter(([, { br, gz }]) => !br || !gz).map(([path]) => path)).toEqual([]);
    expect(text.length).toBeGreaterThan(20);
  });

  test('the files of code have a map that leads each text to the line of the sources that has it', () => {
    const code = files.filter(([path]) => path.startsWith(`${built.app}/`) && path.endsWith('.js'));
    const found = code.flatMap(([path]) => {
      const payload = JSON.parse(bytes(`${path}.map`).toString());
      const map = new SourceMap(payload);
      expect(payload.sourcesContent.length, path).toBe(payload.sources.length);
      return [...bytes(path).toString().split('\n').entries()].flatMap(([line, text]) =>
        [...text.matchAll(/"([\w. -]{9,})"/g)].flatMap(({ index, 1: literal = '' }) => {
          const entry = map.findEntry(line, index);
          if (!('originalSource' in entry)) return [];
          const source: string = payload.sourcesContent[payload.sources.indexOf(entry.originalSource)];
          const lines = source.split('\n').slice(entry.originalLine, entry.originalLine + 2);
          return [lines.join('\n').includes(literal)];
        }),
      );
    });
    expect(found.length).toBeGreaterThan(1000);
    // A few the minifier has made of code, as "undefined" of typeof, or joined from lines that lie apart.
    expect(found.filter((isRight) => !isRight).length).toBeLessThan(found.length * 0.01);
  });

  test('the files for integrators are there: the contract, both ends of the bridge, the page that plays a host', () => {
    const names = files.map(([path]) => path);
    expect(names).toEqual(
      expect.arrayContaining(['openapi.json', 'bridge.js', 'host.js', 'host/index.html', 'host/check.html']),
    );
    for (const name of ['openapi.json', 'openapi-ops.json']) {
      const openapi = JSON.parse(bytes(name).toString());
      expect(openapi.openapi).toBe('3.1.0');
      expect(Object.keys(openapi.paths).length).toBeGreaterThanOrEqual(44);
    }
  });
});
