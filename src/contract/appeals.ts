import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { id, ids, prose, time } from './fields.ts';
import { pageInput, pageOf } from './page.ts';
import { restriction } from './restriction.ts';

/** The path in the app of all statements, each with its appeal. */
export const appealsPath = '/appeal';

/** Returns the path in the app where a merchant appeals the decision of a statement. */
export const appealTo = (statementId: string): string => `${appealsPath}?ref=${statementId}`;

/** An appeal with its number, and the date by which it is answered. */
export const appeal = v.object({
  id,
  no: v.string(),
  ref: id,
  /** What the merchant wrote, and links to the files that came with it, valid for some minutes. */
  text: v.optional(v.string()),
  files: v.optional(v.array(v.object({ url: v.string() }))),
  receivedAt: time,
  decideBy: time,
  status: v.picklist(['received', 'upheld', 'reversed']),
  /** The reason of the decision, and when it was made; null until then. */
  answer: v.nullable(v.string()),
  decidedAt: v.nullable(time),
});

/**
 * A statement of reasons: a restriction, when it was issued, and the state of the appeal against it, if there is one.
 */
const statement = v.object({
  ...restriction.entries,
  /** What was decided, in the reader's language. */
  title: v.optional(v.string()),
  issuedAt: time,
  /**
   * When what was decided ended: lifted, released, or by its date; null while it lasts, and for what does not last, such
   * as a change of the score.
   */
  endedAt: v.nullable(time),
  /** Why it was ended before its date, unless by an appeal; an operator's words are among `operatorTexts`. */
  endReason: v.nullable(v.string()),
  objection: v.nullable(appeal),
});

const typed = { text: prose(5, 2000) };

/** The fields that a merchant types; forms validate with this schema. */
export const appealTypedInput = v.object(typed);

/** `ref` names the statement, hold or credit entry that is appealed. */
const appealInput = v.object({ ref: id, ...typed, fileIds: v.optional(ids(3)) });

export const appealsCalls = {
  'POST /v1/shop/statements': {
    about: 'Statements of reasons for every restriction so far, each with a file to keep.',
    input: v.object(pageInput),
    output: v.object(pageOf(statement)),
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
    whileBlocked: true,
    whileConfined: true,
    feature: 'statements',
  },
  'POST /v1/shop/appeal': {
    about: 'Appeals a decision; it is answered by a date.',
    input: appealInput,
    output: v.object({ appeal }),
    codes: userCodes(203, 404, 442),
    auth: 'user',
    effect: 'keyed',
    whileBlocked: true,
    whileConfined: true,
    feature: 'appeal',
  },
} as const satisfies CallSpecs;
