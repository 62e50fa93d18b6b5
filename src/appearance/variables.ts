import type { Appearance, AppearanceVariables } from '../../bridge/protocol.ts';
import type { ColorName } from './colors.ts';

interface Kind {
  isValid(value: unknown): boolean;
  /** What to write instead. */
  remedy: string;
}

const text = (pattern: RegExp, remedy: string): Kind => ({
  isValid: (value) => typeof value === 'string' && pattern.test(value),
  remedy,
});
const isBetween = (value: number, least: number, most: number) => value >= least && value <= most;
const px = (least: number, most: number): Kind => ({
  isValid: (value) =>
    /^\d+(\.\d+)?px$/.test(`${value}`) && isBetween(Number.parseFloat(`${value}`), least, most),
  remedy: `write a length from "${least}px" to "${most}px"`,
});
const number = (least: number, most: number): Kind => ({
  isValid: (value) => typeof value === 'number' && isBetween(value, least, most),
  remedy: `write a number from ${least} to ${most}`,
});
const oneOf = (...values: readonly unknown[]): Kind => ({
  isValid: (value) => values.includes(value),
  remedy: `write ${values.map((value) => JSON.stringify(value)).join(' or ')}`,
});
const fontName = String.raw`("[^"]+"|'[^']+'|[\p{L}][\p{L}\p{N} -]*)`;

/** What a variable other than a colour takes. */
const kinds: { readonly [Name in Exclude<keyof AppearanceVariables, `color${string}`>]-?: Kind } = {
  fontFamily: text(
    new RegExp(`^(?=.{1,200}$)${fontName}(\\s*,\\s*${fontName})*$`, 'u'),
    'write names of fonts, separated by commas',
  ),
  fontSizeBase: px(12, 24),
  fontWeightBold: number(500, 900),
  lineHeight: number(1.2, 2),
  borderRadius: px(0, 32),
  buttonRadius: px(0, 99),
  inputRadius: px(0, 32),
  spacingUnit: px(2, 6),
  density: oneOf('cozy', 'compact'),
  shadow: oneOf('none', 'small', 'large'),
  productName: text(/^[^\s\p{C}]([^\p{C}]{0,22}[^\s\p{C}])?$/u, 'write a name of at most 24 characters'),
  logoUrl: text(/^https:\/\/[^\s"'()\\]{1,500}$/i, 'write an address that begins with https://'),
  showRaiseButton: oneOf(true, false),
  showHeader: oneOf(true, false),
};

/** The property of tokens.css that each colour becomes. */
export const colorProperties = {
  colorAccent: 'accent',
  colorBackground: 'bg',
  colorSurface: 'surface',
  colorText: 'ink',
  colorTextMuted: 'ink-2',
  colorSuccess: 'good',
  colorWarning: 'warn',
  colorDanger: 'bad',
  colorBorder: 'line',
} as const satisfies Record<Extract<keyof AppearanceVariables, `color${string}`>, ColorName>;

/** The names of all variables. */
export const variableNames = [...Object.keys(colorProperties), ...Object.keys(kinds)];

/** An appearance of which every value is valid. */
export interface ReadAppearance {
  readonly appearance: Appearance;
  /** A sentence for each value that was not valid: what it is, and what to write. */
  readonly faults: readonly string[];
  /** Names of no variable. */
  readonly unknown: readonly string[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an object for the text of an attribute, and anything else as it is. */
function parse(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

const shown = (value: unknown) => `${JSON.stringify(value)}`.slice(0, 80);

/** Reads an appearance of a host, or the JSON of one; `isColor` says whether an engine can draw a colour. */
export function readAppearance(given: unknown, isColor: (color: string) => boolean): ReadAppearance {
  const faults: string[] = [];
  const unknown: string[] = [];
  const fault = (path: string, value: unknown, remedy: string) =>
    void faults.push(`Souk: ${path} is ${shown(value)}, which is not taken: ${remedy}.`);
  const kindOf = (name: string): Kind | undefined =>
    Object.hasOwn(colorProperties, name)
      ? {
          isValid: (value) => typeof value === 'string' && value.length <= 64 && isColor(value),
          remedy: 'write an opaque colour of CSS such as "#0a6e46"',
        }
      : Object.hasOwn(kinds, name)
        ? kinds[name as keyof typeof kinds]
        : undefined;
  const readVariables = (part: Record<string, unknown>, path: string) =>
    Object.fromEntries(
      Object.entries(part).filter(([name, value]) => {
        if (value === undefined || value === null) return false;
        const kind = kindOf(name);
        if (!kind) unknown.push(name);
        else if (!kind.isValid(value)) fault(`${path}.${name}`, value, kind.remedy);
        return kind?.isValid(value);
      }),
    );
  const schemes = ['light', 'dark'] as const;

  const parsed = parse(given);
  if (!isObject(parsed)) {
    fault(
      'appearance',
      parsed,
      'write an object, as JSON in an attribute, such as {"colorAccent":"#0a6e46"}',
    );
    return { appearance: {}, faults, unknown };
  }
  const { light, dark, ...both } = parsed;
  const appearance: Record<string, unknown> = readVariables(both, 'appearance');
  for (const scheme of schemes) {
    const part = { light, dark }[scheme];
    if (isObject(part)) appearance[scheme] = readVariables(part, `appearance.${scheme}`);
    else if (part !== undefined) fault(`appearance.${scheme}`, part, 'write an object of variables');
  }
  return { appearance, faults, unknown };
}

/** Returns the properties of tokens.css, and others of CSS, that the variables other than colours become. */
export function propertiesFor(variables: AppearanceVariables): Readonly<Record<string, string | undefined>> {
  const { density, spacingUnit = '4px', shadow, fontFamily } = variables;
  const isCompact = density === 'compact';
  const unit = Number.parseFloat(spacingUnit) * (isCompact ? 0.75 : 1);
  const hasGap = isCompact || variables.spacingUnit;
  return {
    '--font': fontFamily && `${fontFamily}, system-ui, sans-serif`,
    '--rem': variables.fontSizeBase,
    '--bold': variables.fontWeightBold?.toString(),
    '--leading': variables.lineHeight?.toString(),
    '--radius': variables.borderRadius,
    '--r-button': variables.buttonRadius,
    '--r-input': variables.inputRadius,
    '--gap': hasGap ? `min(${unit * 4}px, 5vw)` : undefined,
    '--row': isCompact ? '52px' : undefined,
    '--pad': isCompact ? '4px' : undefined,
    '--bar': isCompact ? '52px' : undefined,
    '--shade': shadow && shadows[shadow],
    '--raise-button': variables.showRaiseButton === false ? 'none' : undefined,
  };
}

const shadows = {
  none: '0 0 #0000',
  small: '0 1px 3px #0003',
  large: '0 2px 4px #0001, 0 8px 24px #0003',
} as const;
