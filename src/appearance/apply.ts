import type { AppearanceVariables } from '../../bridge/protocol.ts';
import {
  type ColorName,
  colorNames,
  completePalette,
  type GivenColors,
  type Palette,
  type Rgb,
  type Scheme,
  schemeFor,
} from './colors.ts';
import { colorProperties, propertiesFor, readAppearance } from './variables.ts';

/** What else differs between our two themes. */
const others = ['star', 'clay', 'sage', 'sand', 'shade', 'mix', 'dim'];

/** The warnings that were written already, as an appearance may be replaced often. */
const warningsOf = new WeakMap<HTMLElement, Set<string>>();

interface OwnTheme {
  readonly palette: Palette;
  readonly others: Readonly<Record<string, string>>;
}

interface Listeners {
  /** Called once with each sentence about a colour that is moved, and a value that is not taken. */
  warn(text: string): void;
  /** Called once with each name of no variable. */
  onUnknown?(names: readonly string[]): void;
  /** Called with the variables that are in force, each time they are drawn. */
  onPaint?(variables: AppearanceVariables): void;
}

/**
 * Applies an appearance to a root, live in both colour schemes: a text that would have a contrast under 4.5:1 is drawn in the
 * nearest colour that has it. Returns what takes it off.
 */
export function applyAppearance(
  root: HTMLElement,
  given: unknown,
  { warn, onUnknown, onPaint }: Listeners,
): () => void {
  const { style, dataset } = root;
  const read = createReader();
  const { appearance, faults, unknown } = readAppearance(given, (color) => read(color) !== undefined);
  const warnings = warningsOf.get(root) ?? new Set<string>();
  warningsOf.set(root, warnings);
  const warnOnce = (text: string) => {
    if (warnings.has(text)) return;
    warnings.add(text);
    warn(text);
  };
  for (const fault of faults) warnOnce(fault);
  const newNames = unknown.filter((name) => !warnings.has(name));
  for (const name of newNames) warnings.add(name);
  if (newNames.length) onUnknown?.(newNames);

  const device = matchMedia('(prefers-color-scheme: dark)');
  const currentScheme = (): Scheme =>
    (dataset.theme as Scheme | undefined) ?? (device.matches ? 'dark' : 'light');

  const before = new Map<string, string>();
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) return;
    if (!before.has(name)) before.set(name, style.getPropertyValue(name));
    style.setProperty(name, value);
  };
  const takeOff = () => {
    for (const [name, value] of before) style.setProperty(name, value);
    before.clear();
  };

  const ownThemes = new Map<Scheme, OwnTheme>();
  /** Reads our own colours from the stylesheet, which has them for both schemes; nothing is painted meanwhile. */
  const ownTheme = (scheme: Scheme): OwnTheme => {
    const known = ownThemes.get(scheme);
    if (known) return known;
    const { theme } = dataset;
    dataset.theme = scheme;
    const computed = getComputedStyle(root);
    const tokenOf = (name: string) => computed.getPropertyValue(`--${name}`).trim();
    const own = {
      palette: Object.fromEntries(colorNames.map((name) => [name, read(tokenOf(name)) ?? [0, 0, 0]])),
      others: Object.fromEntries(others.map((name) => [name, tokenOf(name) || 'none'])),
    } as unknown as OwnTheme;
    if (theme) dataset.theme = theme;
    else delete dataset.theme;
    ownThemes.set(scheme, own);
    return own;
  };

  const paintColors = (variables: AppearanceVariables, scheme: Scheme) => {
    const colors: GivenColors = {};
    for (const [name, property] of entries(colorProperties)) {
      const color = read(variables[name]);
      if (color) Object.assign(colors, { [property]: color });
    }
    if (!Object.keys(colors).length) return;
    const drawn = schemeFor(colors, scheme);
    const own = ownTheme(drawn);
    const palette = completePalette(colors, own.palette, drawn);
    for (const [name, color] of entries(palette)) set(`--${name}`, toCss(color));
    if (drawn !== scheme) {
      set('color-scheme', drawn);
      set('--purse', drawn === 'light' ? 'var(--ink)' : 'var(--sunken)');
      set('--on-purse', drawn === 'light' ? 'var(--surface)' : 'var(--ink)');
      for (const [name, value] of Object.entries(own.others)) set(`--${name}`, value);
    }
    if (colors.warn) set('--star', toCss(palette.warn));
    for (const [name, property] of entries(colorProperties)) {
      const color = colors[property];
      const now = palette[property === 'accent' ? 'accent-ink' : property];
      if (color && toCss(color) !== toCss(now)) warnOnce(moved(name, variables[name], property, now, scheme));
    }
  };

  const paint = () => {
    const scheme = currentScheme();
    const { light, dark, ...shared } = appearance;
    const variables = { ...shared, ...(scheme === 'dark' ? dark : light) };
    takeOff();
    root.classList.add('souk');
    paintColors(variables, scheme);
    for (const [name, value] of Object.entries(propertiesFor(variables))) set(name, value);
    onPaint?.(variables);
    // Reading our own colours changes the attribute for a moment.
    watch.takeRecords();
  };

  const watch = new MutationObserver(paint);
  watch.observe(root, { attributeFilter: ['data-theme'] });
  device.addEventListener('change', paint);
  paint();
  return () => {
    watch.disconnect();
    device.removeEventListener('change', paint);
    takeOff();
  };
}

const entries = <Name extends string, Value>(record: Readonly<Record<Name, Value>>) =>
  Object.entries(record) as [Name, Value][];

const toCss = (color: Rgb) => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** Returns a sentence about the colour that is drawn in place of a given one, and why. */
function moved(name: string, value: string | undefined, property: ColorName, now: Rgb, scheme: Scheme) {
  const given = `Souk: appearance.${name} "${value}"`;
  const least = 'as the contrast of text has to be at least 4.5:1';
  if (property === 'accent')
    return `${given} is drawn as "${toCss(now)}" where it is text in the ${scheme} theme, ${least}; fills have it as it is.`;
  if (property === 'bg' || property === 'surface')
    return `${given} is drawn as "${toCss(now)}" in the ${scheme} theme, ${least} on everything: choose a background and a surface that are both light or both dark.`;
  return `${given} is drawn as "${toCss(now)}" in the ${scheme} theme, ${least} on all that it stands on.`;
}

/** Reads any colour that the engine knows; undefined for a translucent one, or one that depends on its context. */
type ReadColor = (color: string | undefined) => Rgb | undefined;

/** Creates a reader that paints colours, as painting knows every notation and colour space. */
function createReader(): ReadColor {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const paint = canvas.getContext?.('2d', { willReadFrequently: true });
  return (color) => {
    // A colour that depends on its context cannot be read as one value.
    if (!paint || !color || /var\(|current|^[a-z]*(inherit|initial|unset|revert)/i.test(color)) return;
    if (!CSS.supports('color', color)) return;
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha] = paint.getImageData(0, 0, 1, 1).data;
    return alpha === 255 ? [red, green, blue] : undefined;
  };
}
