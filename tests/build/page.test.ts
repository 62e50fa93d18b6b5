import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dist, readBuilt } from '../harness/built.ts';

const built = readBuilt();
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const inline = (tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );

describe('the page', () => {
  test('names the hash of every script and style that stands in it', () => {
    expect(built.scriptHashes).toEqual(inline('script'));
    expect(built.styleHashes).toEqual(inline('style'));
    expect(built.scriptHashes).toHaveLength(1);
  });

  test('has no handler, no style attribute and no third-party address', () => {
    expect(html).not.toMatch(/\son\w+=|\sstyle=|https?:\/\//);
  });

  test('takes its values from a data block that is JSON', () => {
    const block = /<script type="application\/json" id="souk-config">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(block)).toEqual({ api: '/api', langs: built.langs });
  });

  test('asks for nothing before its loader runs', () => {
    expect(html).not.toMatch(/<link rel="?stylesheet|<script src|<img/);
    expect(html).toContain('<link rel="icon" href="data:,">');
  });
});
