import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { count, file, line, time } from './fields.ts';
import { problemMessage } from './messages.ts';
import { identityStatuses } from './status.ts';

/** The documents that identify a person. */
export const idTypes = ['id_card', 'passport', 'driving_licence', 'residence_permit'] as const;

/** The parts of an application; after a rejection the refused ones are requested again, by these names. */
export const identityParts = ['realName', 'idType', 'idNumber', 'front', 'back'] as const;
/** A part of an application. */
export type IdentityPart = (typeof identityParts)[number];

/** Returns whether a document has a back to be photographed; a passport has one page. */
export const hasBack = (type: unknown): boolean => type !== 'passport';

/** The state of verification; `reviewBy` is the date by which it is reviewed. */
const identity = v.object({
  status: v.picklist(identityStatuses),
  nameMasked: v.nullable(v.string()),
  idNoMasked: v.nullable(v.string()),
  submittedAt: v.nullable(time),
  reviewBy: v.nullable(time),
  /** When a verified document expires; its merchant is notified 30 days before. */
  expiresAt: v.nullable(time),
  /** Why it was rejected, or why a verification ended, field by field. */
  reasons: v.array(v.object({ code: v.string(), field: v.string(), text: v.string() })),
  /** The reviewer's own note. */
  note: v.nullable(v.string()),
  /** In-app path of the appeal form, where a verification was ended with a statement of reasons. */
  appeal: v.nullable(v.string()),
  /** Applications that may still be made within 24 hours. */
  attemptsLeft: count,
});

const parts = {
  realName: line(1, 64),
  idType: v.picklist(idTypes),
  idNumber: line(1, 32),
  front: file,
  back: file,
};
const consent = { consentVersion: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)) };

/** Returns the schema of a form for some of the parts: the back only where the chosen document has one. */
export const identityPartsInput = (asked: readonly IdentityPart[]) => {
  const fields = v.object(Object.fromEntries(asked.map((part) => [part, parts[part]])));
  if (!asked.includes('idType') || !asked.includes('back')) return fields;
  return v.pipe(
    // Of a document without a back a draft may hold the name of a former choice, which no field shows.
    v.object({ ...fields.entries, idType: parts.idType, back: v.optional(v.unknown()) }),
    v.forward(
      v.partialCheck(
        [['idType'], ['back']],
        ({ idType, back }) => !hasBack(idType) || v.is(parts.back, back),
        problemMessage('required'),
      ),
      ['back'],
    ),
  );
};

/**
 * Returns the parts to request again after some were refused. Another type of document is another document, so its
 * photos are requested with it.
 */
export const identityPartsAgain = (refused: readonly string[]): readonly IdentityPart[] =>
  identityParts.filter(
    (part) => refused.includes(part) || (refused.includes('idType') && (part === 'front' || part === 'back')),
  );

/**
 * The input on the wire: after a rejection only the refused parts are sent; on a first application the server requires
 * all (403).
 */
const identityInput = v.object({ ...v.partial(v.object(parts)).entries, ...consent });

const applied = v.object({ status: v.picklist(identityStatuses), submittedAt: time, reviewBy: time });

export const identityCalls = {
  'POST /v1/per/info': {
    about: 'Where identity verification stands.',
    input: v.object({}),
    output: identity,
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/per/ident-upload': {
    about: 'Apply for identity verification, or send the refused parts again.',
    input: identityInput,
    output: applied,
    codes: userCodes(203),
    auth: 'user',
    effect: 'keyed',
    multipart: true,
  },
  'POST /v1/per/withdraw': {
    about: 'Take an application back while it is under review; its files are deleted.',
    input: v.object({}),
    output: v.object({ status: v.picklist(identityStatuses) }),
    codes: userCodes(203),
    auth: 'user',
    effect: 'keyed',
    feature: 'identityWithdraw',
  },
} as const satisfies CallSpecs;
