import { expect, test } from 'vitest';
import { clientErrors, codes, keyFreeing } from '../../src/contract/errors.ts';

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('every code of the catalogue has one name', () => {
  const catalogue = [...span(200, 204), ...span(400, 454), 500, 501];
  expect(Object.values(codes).sort((a, b) => a - b)).toEqual(catalogue);
});

test.each([
  ['ok', 200],
  ['operationFailed', 204],
  ['illegalRequest', 401],
  ['accountDisabled', 411],
  ['insufficientBalance', 424],
  ['inviteCodeRequired', 436],
  ['inviteCodeInvalid', 438],
  ['loginError', 440],
  ['payAccountMaximum', 444],
  ['payPasswordWrong', 446],
  ['walletFrozen', 450],
  ['showcaseGoodsMaximum', 452],
  ['friendSupportMaximum', 454],
  ['systemError', 501],
] as const)('%s is %i', (name, code) => {
  expect(codes[name]).toBe(code);
});

test('the errors of the client are a closed list', () => {
  expect(clientErrors).toEqual(['timeout', 'network', 'protocol', 'cancelled', 'aborted', 'status']);
});

test('a refusal before anything took effect leaves the key free', () => {
  expect(keyFreeing).toEqual([402, 405, 424, 445, 446, 449, 450]);
});
