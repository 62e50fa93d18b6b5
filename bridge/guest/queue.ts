import type { Message } from '../protocol.ts';

/** A message but for what all of them say. */
export type Said = Omit<Message, 'souk' | 'n'>;

const room = 100;

/** What was said before `hi`, in order. */
export const createQueue = () => {
  const waiting: Said[] = [];
  return {
    /** False where there was no room. A new note takes the place of the oldest one: the latest word is what counts. */
    push: (message: Said): boolean => {
      if (waiting.length === room && message.t === 'note') {
        const oldest = waiting.findIndex(({ t }) => t === 'note');
        if (oldest >= 0) waiting.splice(oldest, 1);
      }
      return waiting.length < room && waiting.push(message) > 0;
    },
    drain: (): readonly Said[] => waiting.splice(0),
  };
};
