import { useEffect, useRef } from 'react';
import { useController, useFormState } from 'react-hook-form';
import * as v from 'valibot';
import { number, t } from '../lang/index.ts';
import { useForms } from './form.tsx';
import { Upload } from './upload.tsx';
import type { Chosen, UploadRules } from './use-upload.ts';

/** Files by their places: a removed one leaves its place empty, as its neighbour may still be uploading. */
type Files = readonly (Chosen | null | undefined)[];

/** As many as the contract allows for one call. */
const places = [0, 1, 2];

const isMissing = (file: Files[number]) => !!file && !file.fileId;

/** The entry of a form's schema for its `FormUploads`: the form is not sent while the server misses one of them. */
export const uploads = v.optional(v.custom<Files>((files) => !(files as Files).some(isMissing)));

/** Returns the ids for the call; none are left out. */
export function idsOf(files: Files = []) {
  const ids = files.flatMap((file) => file?.fileId ?? []);
  return ids.length > 0 ? ids : undefined;
}

/** Removes the ids of the files that a refusal names by their positions in the call; of all files where it names none. */
function withoutRefused(files: Files, refusal: string, ids: readonly string[]): Files {
  const positions: unknown = JSON.parse(refusal)[2]?.positions;
  const isNamed = (id: string) =>
    positions === undefined ||
    String(positions)
      .split(' ')
      .includes(String(ids.indexOf(id)));
  return files.map((chosen) => (chosen?.fileId && isNamed(chosen.fileId) ? { file: chosen.file } : chosen));
}

interface FormUploadsProps extends UploadRules {
  label: (of: { number: string; most: string }, place: number) => string;
}

/**
 * Up to three files of a form as its `fileIds`, each sent as soon as it is chosen; a draft keeps their ids and names:
 * `<FormUploads {...uploadRulesFor('feedback')} label={(of) => t('…', of)} />`. Those that the server refuses, as it
 * removed them after days in a draft, are asked for again.
 */
export function FormUploads({ label, ...rules }: FormUploadsProps) {
  const { control, getValues } = useForms();
  const { field, fieldState } = useController({ control, name: 'fileIds' });
  const files: Files = field.value ?? [];
  const { error } = fieldState;
  // A file may be removed while its call is under way; a call that is resumed after a reload has those of its draft.
  const { isSubmitting } = useFormState({ control });
  const sent = useRef<readonly string[]>(undefined);
  useEffect(() => {
    if (isSubmitting) sent.current = idsOf(files);
  }, [isSubmitting]);
  useEffect(() => {
    if (error?.type !== 'server') return;
    field.onChange(withoutRefused(files, error.message ?? '[]', sent.current ?? idsOf(files) ?? []));
  }, [error]);
  const focused = Math.max(0, files.findIndex(isMissing));
  return (
    <>
      {places
        .filter((place) => place === 0 || files[place] || files[place - 1])
        .map((place) => (
          <Upload
            key={place}
            {...rules}
            label={label({ number: number(place + 1), most: number(places.length) }, place)}
            value={files[place] ?? undefined}
            inputRef={place === focused ? field.ref : undefined}
            onFile={(chosen) =>
              // Reads the newest values: two files may arrive before the next drawing.
              field.onChange(places.map((at) => (at === place ? chosen : getValues('fileIds')?.[at])))
            }
          />
        ))}
      {files.some((file) => isMissing(file) && file?.file instanceof File) && (
        <p className="small muted" role="status">
          {t('form.upload.wait')}
        </p>
      )}
    </>
  );
}
