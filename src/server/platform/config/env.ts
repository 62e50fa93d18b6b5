import { MONEY } from '../../../contract/money.ts';

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

/** Makes a reader of single values that collects problems, so that a start reports all of them at once. */
export const envReader = (env: Env) => {
  const problems: string[] = [];
  const readNames = new Set<string>();
  const value = (name: string) => {
    readNames.add(name);
    return env[name]?.trim() || undefined;
  };
  const reportProblem = <T>(sentence: string, fallback: T): T => {
    problems.push(sentence);
    return fallback;
  };

  return {
    problems,
    /** Variables with the prefix SOUK_ that are set and were never read: misspelt, or used only beside another one. */
    unread: () =>
      Object.keys(env).filter(
        (name) => /^SOUK_/.test(name) && !readNames.has(name) && !foreignNames.test(name),
      ),
    has: (name: string) => value(name) !== undefined,
    text: (name: string, fallback: string) => value(name) ?? fallback,

    integer(name: string, fallback: number, min: number, max: number): number {
      const text = value(name);
      if (text === undefined) return fallback;
      const number = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
      if (number >= min && number <= max) return number;
      return reportProblem(`${name} is "${text}"; set it to a whole number from ${min} to ${max}.`, fallback);
    },

    amount(name: string, fallback: string): string {
      const text = value(name);
      if (text === undefined || MONEY.test(text)) return text ?? fallback;
      return reportProblem(`${name} is "${text}"; write an amount like ${fallback}.`, fallback);
    },

    flag(name: string, fallback: boolean): boolean {
      const text = value(name);
      if (text === undefined) return fallback;
      if (text === '1' || text === 'true') return true;
      if (text === '0' || text === 'false') return false;
      return reportProblem(`${name} is "${text}"; set it to 1 (on) or 0 (off).`, fallback);
    },

    choice<T extends string>(name: string, fallback: T, allowed: readonly T[]): T {
      const text = value(name);
      if (text === undefined) return fallback;
      const found = allowed.find((one) => one === text);
      return (
        found ?? reportProblem(`${name} is "${text}"; set it to one of: ${allowed.join(', ')}.`, fallback)
      );
    },

    list(name: string, fallback: string[], check: (item: string) => boolean, expected: string): string[] {
      const text = value(name);
      if (text === undefined) return fallback;
      const items = text.split(/[\s,]+/).filter(Boolean);
      const bad = items.filter((item) => !check(item));
      if (bad.length === 0) return items;
      return reportProblem(`${name} holds "${bad.join('", "')}"; write ${expected}.`, fallback);
    },

    url(name: string, fallback: string, protocols: readonly string[], example: string): string {
      const text = value(name);
      if (text === undefined) return fallback;
      if (protocols.some((protocol) => text.startsWith(`${protocol}//`)) && isUrl(text)) return text;
      // The value is not repeated: a connection string contains a password.
      return reportProblem(
        `${name} is no ${protocols.join(' or ')} address; write it like ${example}.`,
        fallback,
      );
    },
  };
};

export type EnvReader = ReturnType<typeof envReader>;

const isUrl = (text: string): boolean => {
  try {
    return new URL(text).protocol.length > 1;
  } catch {
    return false;
  }
};

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
