import * as v from 'valibot';

/** Environment values that cannot be used; each sentence names the variable and what to write instead. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export type Env = Record<string, string | undefined>;

// Variables that `npm run ops` reads, and those that Kubernetes sets in every container of a service named souk.
const foreignNames = /^SOUK_(URL|(\w+_)?SERVICE_(HOST|PORT)(_\w+)?|(\w+_)?PORT(_\d+_(TCP|UDP)(_\w+)?)?)$/;

/** Makes a reader of single variables that collects problems, so that a start reports all of them at once. */
export const envReader = (env: Env) => {
  const problems: string[] = [];
  const readNames = new Set<string>();
  const textOf = (name: string) => {
    readNames.add(name);
    return env[name]?.trim() || undefined;
  };

  return {
    problems,
    /** Variables with the prefix SOUK_ that are set and were never read: misspelt, or used only beside another one. */
    unread: () =>
      Object.keys(env).filter(
        (name) => /^SOUK_/.test(name) && !readNames.has(name) && !foreignNames.test(name),
      ),
    has: (name: string) => textOf(name) !== undefined,
    text: (name: string, fallback: string) => textOf(name) ?? fallback,
    /** Reads a variable by a schema; its messages go on from the variable's name: `is "x"; set it to …`. */
    read<Value, Fallback>(
      name: string,
      schema: v.GenericSchema<string, Value>,
      fallback: Fallback,
    ): Value | Fallback {
      const text = textOf(name);
      if (text === undefined) return fallback;
      const { success, output, issues } = v.safeParse(schema, text, { abortPipeEarly: true });
      if (success) return output;
      const member = v.getDotPath(issues[0]);
      problems.push(`${name}${member ? `, ${member},` : ''} ${issues[0].message}`);
      return fallback;
    },
  };
};

export type EnvReader = ReturnType<typeof envReader>;

/** Returns the message that repeats what a variable says, and tells what to write: `is "x"; set it to …`. */
export const wrong =
  (fix: string) =>
  ({ input }: { input: unknown }) =>
    `is "${input}"; ${fix}`;

/** Returns a schema of a whole number within bounds. */
export const integer = (min: number, max: number) => {
  const message = wrong(`set it to a whole number from ${min} to ${max}.`);
  const digits = v.pipe(v.string(), v.digits(message), v.transform(Number));
  return v.pipe(digits, v.minValue(min, message), v.maxValue(max, message));
};

/** Returns a schema of a JSON object of members that may each be left out; any other member is refused by its name. */
export const members = <const Entries extends v.ObjectEntries>(entries: Entries, example: string) =>
  v.pipe(
    v.string(),
    v.parseJson({}, `is no JSON; write it like ${example}.`),
    v.strictObject(entries, `means nothing here; write it like ${example}.`),
  );

export const flag = v.pipe(
  v.picklist(['1', 'true', '0', 'false'], wrong('set it to 1 (on) or 0 (off).')),
  v.transform((text) => text === '1' || text === 'true'),
);

export const choice = <const T extends string>(...allowed: T[]) =>
  v.picklist(allowed, wrong(`set it to one of: ${allowed.join(', ')}.`));

/** Returns a schema of items between spaces or commas. */
export const list = (isItem: (item: string) => boolean, expected: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
    v.everyItem(isItem, ({ input }) => {
      const bad = input.filter((item) => !isItem(item));
      return `holds "${bad.join('", "')}"; write ${expected}.`;
    }),
  );

/** Returns a schema of an address. The message does not repeat it: a connection string contains a password. */
export const address = (protocols: readonly string[], example: string) => {
  const isAddress = (text: string) =>
    protocols.some((protocol) => text.startsWith(`${protocol}//`)) && URL.canParse(text);
  return v.pipe(
    v.string(),
    v.check(isAddress, `is no ${protocols.join(' or ')} address; write it like ${example}.`),
  );
};

export const secret = (minLength: number) =>
  v.pipe(v.string(), v.minLength(minLength, `is too short; use at least ${minLength} random characters.`));

/**
 * Returns whether a text is exactly `scheme://host[:port]`, as a browser writes it in the Origin header. A URL's host
 * may contain `*`, `;` and `,`, which have another meaning in a policy.
 */
export const isOrigin = (text: string): boolean => {
  try {
    return /^https?:\/\/[^*;,']+$/.test(text) && new URL(text).origin === text;
  } catch {
    return false;
  }
};

/**
 * Returns whether a text is the origin of a page in an app's own WebView, such as Capacitor's `capacitor://localhost` on
 * iOS. `URL` calls the origin of such a scheme "null", so only its form is checked.
 */
export const isAppOrigin = (text: string): boolean =>
  /^(?!(https?|wss?|ftp|file|data|blob|javascript):)[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+$/.test(text);
