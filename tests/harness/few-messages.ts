import type { PGlite } from '@electric-sql/pglite';

type Answers = Awaited<ReturnType<PGlite['execProtocolStream']>>;

// The first byte of a message; a description is asked for of a statement or of what was made of it.
const kind = { parse: 0x50, bind: 0x42, describe: 0x44, execute: 0x45, sync: 0x53, simple: 0x51 };
const ofStatement = 0x53;
const describes = (message: Uint8Array) => message[0] === kind.describe;
/** A text that is longer is hardly sent twice. */
const longest = 4_096;
const changesTables = /\b(alter|create|drop)\b/i;

/**
 * The embedded database is asked six times for one query: what it is, what goes in, what comes out. What was told of a
 * text once is kept here, and the same text is sent in one piece from then on, for a fifth less.
 */
export const withFewMessages = (client: PGlite): PGlite => {
  const known = new Map<string, Answers>();
  const send = client.execProtocolStream.bind(client);
  let text = '';
  let told: Answers | undefined;
  let held: Uint8Array[] = [];

  const begin = (message: Uint8Array) => {
    text = Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString('latin1');
    if (changesTables.test(text)) known.clear();
    told = known.get(text);
    held = told ? [message] : [];
  };
  const describe = async (...asked: Parameters<typeof send>): Promise<Answers> => {
    if (told) return told;
    const answers = await send(...asked);
    if (text.length <= longest) known.set(text, answers);
    told = answers;
    return answers;
  };
  const execute: typeof send = async (message, options) => {
    const all = new Uint8Array(Buffer.concat([...held, message]));
    held = [];
    const columns = told?.filter(({ name }) => name === 'rowDescription') ?? [];
    return [...columns, ...(await send(all, options))];
  };

  client.execProtocolStream = async (message, options) => {
    if (message[0] === kind.parse || message[0] === kind.simple) begin(message);
    if (message[0] === kind.parse && told) return [];
    if (describes(message) && message[5] === ofStatement) return describe(message, options);
    if (message[0] === kind.bind) held.push(message);
    if (message[0] === kind.bind || describes(message)) return [];
    if (message[0] === kind.execute) return execute(message, options);
    held = [];
    return send(message, options);
  };
  return client;
};
