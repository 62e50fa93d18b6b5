import { currentGuest } from './guest.ts';

/** Scans with the host's camera; undefined where it was closed. Offered only where `capabilities` name it. */
export const scan = async (): Promise<string | undefined> => {
  try {
    return (await (await currentGuest())?.request('scan', {}))?.text;
  } catch {
    return undefined;
  }
};
