import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  hasBack,
  type IdentityPart,
  identityPartsAgain,
  identityPartsInput,
} from '../../src/contract/identity.ts';
import { stillUnder, workingRestrictions } from '../../src/contract/still-working.ts';

const photo = new File(['x'], 'card.png', { type: 'image/png' });
const whole = { realName: 'Amina Haddad', idType: 'id_card', idNumber: 'A-77', front: photo, back: photo };

/** Returns which fields of a form for some parts are refused. */
const refused = (asked: readonly IdentityPart[], form: object) => {
  const { issues = [] } = v.safeParse(identityPartsInput(asked), form);
  return issues.map((issue) => v.getDotPath(issue));
};
const all: readonly IdentityPart[] = ['realName', 'idType', 'idNumber', 'front', 'back'];

test('an application asks for every part, and for the back only of what has one', () => {
  expect(refused(all, whole)).toEqual([]);
  expect(refused(all, {})).toEqual(all.slice(0, 4));
  expect(refused(all, { ...whole, back: undefined })).toEqual(['back']);
  expect(refused(all, { ...whole, back: 'a name of before' })).toEqual(['back']);
  expect(refused(all, { ...whole, idType: 'passport', back: 'a name of before' })).toEqual([]);
  expect(refused(all, { ...whole, realName: 'A'.repeat(65), idNumber: '7'.repeat(33) })).toEqual([
    'realName',
    'idNumber',
  ]);
  expect(
    ['id_card', 'passport', 'driving_licence', 'residence_permit'].filter((type) => !hasBack(type)),
  ).toEqual(['passport']);
});

test('after a refusal only the refused parts are asked for, with the photos of another document', () => {
  expect(identityPartsAgain(['realName'])).toEqual(['realName']);
  expect(identityPartsAgain(['back', 'idNumber'])).toEqual(['idNumber', 'back']);
  expect(identityPartsAgain(['idType'])).toEqual(['idType', 'front', 'back']);
  expect(refused(['back'], { back: photo })).toEqual([]);
  expect(refused(['back'], {})).toEqual(['back']);
  expect(refused(['idType'], { idType: 'library_card' })).toEqual(['idType']);
});

test('the gravest restriction under which anything works decides what still works', () => {
  const under = (...kinds: string[]) => stillUnder(kinds.map((kind) => ({ kind })));
  expect(workingRestrictions).toEqual(['wallet_frozen', 'withdrawal_prohibited', 'listing']);
  expect(under('listing')).toBe('sell_and_withdraw');
  expect(under('listing', 'withdrawal_prohibited')).toBe('sell_and_pay');
  expect(under('listing', 'wallet_frozen', 'withdrawal_prohibited')).toBe('pay_from_escrow');
  expect(under('closed')).toBeUndefined();
  expect(stillUnder()).toBeUndefined();
});
