import { useEffect, useRef, useState } from 'react';
import { number } from '../lang/format.ts';
import { errorText, t } from '../lang/i18n.ts';
import type { Failure } from './failed.tsx';

/** A file that was chosen; `fileId` once the server has it. */
export interface Chosen {
  readonly file: File;
  readonly fileId?: string;
}

export interface UploadRules {
  /** Media types that are taken. */
  types: readonly string[];
  maxBytes: number;
  /** Sends a file as soon as it is chosen; without it the file travels with the form's own call. */
  send?: (
    file: File,
    options: { signal: AbortSignal; onSent: (share: number) => void },
  ) => Promise<{ fileId: string }>;
}

type Uploading = UploadRules & { onFile: (chosen: Chosen | undefined) => void };

export const kindsOf = (types: readonly string[]) =>
  types.map((type) => type.split('/')[1]?.toUpperCase()).join(', ');

const kb = 1024;
export const sizeOf = (bytes: number) =>
  bytes < kb * kb
    ? number(Math.ceil(bytes / kb), { style: 'unit', unit: 'kilobyte' })
    : number(bytes / kb / kb, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

/** What is wrong with a file before any of it is sent. A type that the device does not name is the server's to judge. */
function refusalOf({ size, type }: File, { types, maxBytes }: UploadRules): (() => string) | undefined {
  if (type && !types.includes(type)) return () => t('form.upload.wrong_kind', { kinds: kindsOf(types) });
  if (size > maxBytes) return () => t('form.upload.too_large', { size: sizeOf(size), max: sizeOf(maxBytes) });
  return size === 0 ? () => t('form.upload.empty') : undefined;
}

/** The server's sentence names the rule that was broken; what is no answer has ours. */
const wordsOf = (error: Failure) => () =>
  typeof error.code === 'number' && error.message ? error.message : errorText(error);

/** One file on its way: refused before it leaves, sent, stopped, tried again. What is on its way ends with its form. */
export function useUpload(rules: Uploading) {
  const [wrong, setWrong] = useState<{ words: () => string }>();
  const [share, setShare] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  const latest = useRef(rules);
  latest.current = rules;
  useEffect(() => () => stop.current?.abort(), []);

  const send = async (file: File) => {
    stop.current?.abort();
    setWrong(undefined);
    rules.onFile({ file });
    if (!rules.send) return;
    const mine = new AbortController();
    stop.current = mine;
    setShare(0);
    try {
      const { fileId } = await rules.send(file, { signal: mine.signal, onSent: setShare });
      if (!mine.signal.aborted) latest.current.onFile({ file, fileId });
    } catch (error) {
      if (!mine.signal.aborted) setWrong({ words: wordsOf(error as Failure) });
    }
    if (stop.current === mine) setShare(undefined);
  };

  /** A file that is refused leaves what was chosen before where it is. */
  const choose = (file: File | undefined) => {
    if (!file) return;
    const words = refusalOf(file, rules);
    if (words) setWrong({ words });
    else void send(file);
  };

  const remove = () => {
    stop.current?.abort();
    setWrong(undefined);
    setShare(undefined);
    rules.onFile(undefined);
  };
  return { choose, send, remove, share, wrong: wrong?.words() };
}

/** A picture that was chosen, as an address to draw it from; undefined for what is no picture. */
export function usePreview(file: File | undefined) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
