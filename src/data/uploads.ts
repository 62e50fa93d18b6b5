import type { Input } from '../contract/calls.ts';
import { fileTypesFor } from '../contract/file-types.ts';
import { bytesPerMb, screenLimits } from '../contract/screen-limits.ts';
import { call } from './api.ts';
import type { OnProgress } from './config.ts';
import { me } from './session.ts';

type UploadType = Input<'POST /v1/upload/{type}'>['type'];
interface UploadOptions {
  signal: AbortSignal;
  onProgress: OnProgress;
}

/** Returns the limits of a purpose, for files that travel with the form's own call, such as those of an identity. */
export const fileRulesFor = (purpose: string) => ({
  types: fileTypesFor(purpose),
  maxBytes: (me.value.limits?.uploadMb ?? screenLimits.uploadMb) * bytesPerMb,
});

/**
 * Returns the same limits with `send`, for files that are sent as soon as they are chosen; the form then names
 * `fileId`. `<Upload {...uploadRulesFor('certificate')} label={…} value={…} onFile={…} />`
 */
export const uploadRulesFor = (type: UploadType) => ({
  ...fileRulesFor(type),
  send: (file: File, options: UploadOptions) =>
    call('POST /v1/upload/{type}', { type, file }, { ...options, quiet: true }),
});
