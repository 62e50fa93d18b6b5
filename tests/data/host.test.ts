import { describe, expect, test } from 'vitest';
import { openable } from '../../src/data/host.ts';

describe('an address that a server gave', () => {
  test.each([
    'https://help.example/chat',
    'mailto:help@operator.example',
    'tel:+1234',
    '/appeal?ref=sta_1',
    `${location.origin}/private/fil_1`,
  ])('%s is a link', (url) => {
    expect(openable(url)).toBe(url);
  });

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://x',
    'http://help.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\\\evil.example',
    '',
  ])('%j is no link', (url) => {
    expect(openable(url)).toBeUndefined();
  });
});
