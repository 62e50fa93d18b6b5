import { expect, test } from 'vitest';
import { csvLine } from '../../src/server/platform/csv.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  '%j is no formula to any spreadsheet',
  (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
  },
);

test('all else stays as it is', () => {
  expect(csvLine(['W-1', 'a=b', '12.00', ' x'])).toBe('W-1,a=b,12.00, x\r\n');
});
