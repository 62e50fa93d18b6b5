import { setImmediate } from 'node:timers/promises';

/** How much of a long body is in memory at a time, in bytes. */
export const chunkBytes = 65_536;

export interface Source {
  /** In bytes. */
  size: number;
  /** Reads the bytes from an offset, fewer where the source ends. */
  read(from: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Called once, after the last chunk was read or the reader has cancelled. */
  close?(): Promise<void>;
}

/** Streams bytes that are in memory; `close` is called as that of a source. */
export const streamBytes = (bytes: Uint8Array<ArrayBuffer>, close?: Source['close']) =>
  streamChunks({
    size: bytes.length,
    read: async (from, length) => bytes.subarray(from, from + length),
    ...(close && { close }),
  });

/**
 * Streams a body in chunks, no faster than it is read: a client that does not read costs one chunk. Yields to the event
 * loop between two chunks, because the system buffers megabytes at once and a source in memory never waits. A source
 * that ends early breaks the answer off, so that no client takes a part for the whole.
 */
export const streamChunks = ({ size, read, close = async () => {} }: Source): ReadableStream<Uint8Array> => {
  let offset = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          if (offset > 0) await setImmediate();
          const chunk = await read(offset, Math.min(chunkBytes, size - offset));
          if (chunk.length === 0) throw new Error(`the body ends at byte ${offset} of ${size}`);
          offset += chunk.length;
          controller.enqueue(chunk);
        } catch (error) {
          controller.error(error);
          await close();
          return;
        }
        if (offset < size) return;
        controller.close();
        await close();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
};
