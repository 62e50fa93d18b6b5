import { useLayoutEffect, useRef, useState } from 'react';
import { errorText, number, t } from '../lang/index.ts';
import type { Failure } from './error-state.tsx';

/** A file; of one that a draft has kept, or that is still prepared, only how it is called. */
export type NamedFile = File | Pick<File, 'name' | 'size'>;

/** A file that was chosen; `fileId` once the server has it. */
export interface Chosen {
  readonly file: NamedFile;
  readonly fileId?: string;
}

export interface UploadRules {
  /** Accepted media types. */
  types: readonly string[];
  maxBytes: number;
  /** Sends a file as soon as it is chosen; without it the file travels with the form's own call. */
  send?: (
    file: File,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<{ fileId: string }>;
}

type Uploading = UploadRules & {
  value: Chosen | undefined;
  onFile: (chosen: Chosen | undefined) => void;
};

export const kindsOf = (types: readonly string[]) =>
  types.map((type) => type.split('/')[1]?.toUpperCase()).join(', ');

const kb = 1024;
export const sizeOf = (bytes: number) =>
  bytes < kb * kb
    ? number(Math.ceil(bytes / kb), { style: 'unit', unit: 'kilobyte' })
    : number(bytes / kb / kb, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

/** Returns why a file is refused before it is sent. A type that the device does not name is left to the server. */
function refusalOf({ size, type }: File, { types, maxBytes }: UploadRules): (() => string) | undefined {
  if (type && !types.includes(type)) return () => t('form.upload.wrong_kind', { kinds: kindsOf(types) });
  if (size > maxBytes) return () => t('form.upload.too_large', { size: sizeOf(size), max: sizeOf(maxBytes) });
  return size === 0 ? () => t('form.upload.empty') : undefined;
}

/** Returns the server's sentence, which names the broken rule; without an answer, our own. */
const uploadErrorText = (error: Failure) => () =>
  typeof error.code === 'number' && error.message ? error.message : errorText(error);

/** Sends one file: refuses, sends, stops, tries again. An upload under way ends with its form. */
export function useUpload(rules: Uploading) {
  const [wrong, setWrong] = useState<{ words: () => string }>();
  const [share, setShare] = useState<number>();
  const [isPreparing, setPreparing] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const latest = useRef(rules);
  latest.current = rules;
  // Counts choices and removals: a photo that is still being redrawn then is dropped.
  const choice = useRef(0);
  // What was chosen before the photo that is being redrawn; its upload may end meanwhile.
  const former = useRef<{ value: Chosen | undefined }>(undefined);
  // A layout effect is undone with the form; a passive one a frame later, and a photo ready by then would be sent.
  useLayoutEffect(
    () => () => {
      choice.current++;
      stop.current?.abort();
    },
    [],
  );

  const send = async (file: File) => {
    stop.current?.abort();
    setWrong(undefined);
    rules.onFile({ file });
    if (!rules.send) return;
    const own = new AbortController();
    stop.current = own;
    setShare(0);
    try {
      const { fileId } = await rules.send(file, { signal: own.signal, onProgress: setShare });
      if (own.signal.aborted) return;
      if (former.current) former.current.value = { file, fileId };
      else latest.current.onFile({ file, fileId });
    } catch (error) {
      if (!own.signal.aborted && !former.current) setWrong({ words: uploadErrorText(error as Failure) });
    }
    if (stop.current === own) setShare(undefined);
  };

  const accept = (file: File) => {
    const before = former.current;
    former.current = undefined;
    setPreparing(false);
    const words = refusalOf(file, rules);
    if (!words) return void send(file);
    setWrong({ words });
    if (before) rules.onFile(before.value);
  };

  /** Chooses a file; a refused one leaves the former choice in place. */
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const own = ++choice.current;
    if (!canShrink(file)) return accept(file);
    former.current ??= { value: rules.value };
    setPreparing(true);
    setWrong(undefined);
    // Its form is not sent without it, and a draft has its name.
    rules.onFile({ file: { name: file.name, size: file.size } });
    const shrunk = await shrinkPhoto(file);
    if (own === choice.current) accept(shrunk);
  };

  const remove = () => {
    choice.current++;
    former.current = undefined;
    stop.current?.abort();
    setPreparing(false);
    setWrong(undefined);
    setShare(undefined);
    rules.onFile(undefined);
  };
  return { choose, send, remove, isPreparing, share: isPreparing ? undefined : share, wrong: wrong?.words() };
}

/** Returns the address of a chosen picture's preview; undefined for other files. */
export function usePreview(file: NamedFile | undefined) {
  const [url, setUrl] = useState<string>();
  useLayoutEffect(() => {
    if (!(file instanceof File && file.type.startsWith('image/'))) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** As many as 1600 by 1200: papers are readable, and a long screenshot keeps its width. */
const maxPixels = 1_920_000;
/** Six seconds on a line of 400 kbit/s. */
const maxBytes = 300_000;
/** The quality falls until the file is no larger than that; below the last one small print would suffer. */
const qualities = [0.85, 0.75, 0.65, 0.5];

/** Returns whether the engine can redraw such a file; a document is sent unchanged. */
const canShrink = ({ type }: File): boolean =>
  /^image\/(jpeg|png|webp)$/.test(type) && typeof createImageBitmap !== 'undefined';

/**
 * Redraws a photo upright and small, which removes the place where it was taken. A PNG that is small already is
 * unchanged: screenshots hold no place, and their text stays sharp. So is what the engine cannot draw; the server
 * removes what is left.
 */
async function shrinkPhoto(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return file;
  const shrunk = await redraw(file, picture).catch(() => file);
  picture.close();
  return shrunk;
}

async function redraw(file: File, picture: ImageBitmap): Promise<File> {
  const scale = Math.min(1, Math.sqrt(maxPixels / (picture.width * picture.height)));
  if (file.type === 'image/png' && scale === 1 && file.size <= maxBytes) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext('2d');
  if (!pen) return file;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = (await encode(canvas, 'webp')) ?? (await encodeAsJpeg(canvas, pen));
  if (!blob) return file;
  return new File([blob], file.name.replace(/(\.\w+)?$/, `.${blob.type.slice(6)}`), { type: blob.type });
}

/** Returns null from an engine without an encoder of that type; it answers with a PNG. */
async function encode(canvas: HTMLCanvasElement, format: 'webp' | 'jpeg'): Promise<Blob | null> {
  const type = `image/${format}`;
  let blob: Blob | null = null;
  for (const quality of qualities) {
    blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
    if (blob?.type !== type) return null;
    if (blob.size <= maxBytes) break;
  }
  return blob;
}

function encodeAsJpeg(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D) {
  // Transparent pixels would become black.
  pen.globalCompositeOperation = 'destination-over';
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  return encode(canvas, 'jpeg');
}
