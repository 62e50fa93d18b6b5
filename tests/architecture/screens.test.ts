import { expect, test } from 'vitest';
import { paths } from '../../src/paths.ts';
import { merchant, newcomer, stranger, type Things } from '../browser/views.ts';

test('every screen is among the views that are looked at in a browser', () => {
  const viewed = [...merchant, ...newcomer, ...stranger].map(
    ({ path }) => path({} as Things).split('?')[0] ?? '',
  );
  const missing = Object.values(paths)
    .map(({ path }) => path)
    .filter((path) => !viewed.includes(path));
  expect(missing).toEqual([]);
});
