import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { count, file, id } from './fields.ts';
import { uploadTypes } from './file-types.ts';

/** The files that an appeal can have. */
const evidence = { type: 'certificate' } as const;

export const filesCalls = {
  'POST /v1/upload/{type}': {
    about:
      'Upload a file; its id is then named by the call that uses it. Evidence for an appeal is taken also from an account that is shut out.',
    input: v.object({ type: v.picklist(uploadTypes), file }),
    output: v.object({ fileId: id, url: v.string(), bytes: count, sha256: v.string() }),
    codes: userCodes(404),
    auth: 'user',
    effect: 'write',
    multipart: true,
    whileBlocked: evidence,
    whileConfined: evidence,
    fieldCodes: { type: { invalid: 404 } },
  },
} as const satisfies CallSpecs;
