import type { Host } from '../../bridge/host.ts';
import type { Appearance, AppearanceVariables } from '../../bridge/protocol.ts';
import { button, element } from './element.ts';

/** How a variable is chosen: a colour that the picker begins with, one of several, a number or length, or words. */
type Field =
  | { readonly color: string }
  | { readonly choices: readonly (string | boolean)[] }
  | { readonly least: number; readonly most: number; readonly step: number; readonly unit: 'px' | '' }
  | { readonly example: string };

const px = (least: number, most: number): Field => ({ least, most, step: 1, unit: 'px' });

const fields: { readonly [Name in keyof AppearanceVariables]-?: Field } = {
  colorAccent: { color: '#1c55d4' },
  colorBackground: { color: '#e7eaee' },
  colorSurface: { color: '#ffffff' },
  colorText: { color: '#131920' },
  colorTextMuted: { color: '#515b67' },
  colorSuccess: { color: '#0a6b3d' },
  colorWarning: { color: '#874900' },
  colorDanger: { color: '#b3201f' },
  colorBorder: { color: '#dfe4e9' },
  fontFamily: { example: 'Georgia, serif' },
  fontSizeBase: px(12, 24),
  fontWeightBold: { least: 500, most: 900, step: 100, unit: '' },
  lineHeight: { least: 1.2, most: 2, step: 0.05, unit: '' },
  borderRadius: px(0, 32),
  buttonRadius: px(0, 99),
  inputRadius: px(0, 32),
  spacingUnit: { least: 2, most: 6, step: 0.5, unit: 'px' },
  density: { choices: ['cozy', 'compact'] },
  shadow: { choices: ['none', 'small', 'large'] },
  productName: { example: 'My shop' },
  logoUrl: { example: 'https://app.example.com/logo.svg' },
  showRaiseButton: { choices: [true, false] },
  showHeader: { choices: [true, false] },
};

/** Looks to begin with. */
const presets: Readonly<Record<string, Appearance>> = {
  'A dark bank': {
    colorAccent: '#d8b25c',
    colorBackground: '#0b1220',
    colorSurface: '#141d2f',
    colorText: '#eef2fa',
    fontFamily: 'Georgia, serif',
    borderRadius: '4px',
    shadow: 'none',
    productName: 'Meridian',
  },
  'A warm shop': {
    colorAccent: '#c2410c',
    colorBackground: '#fff4e6',
    colorText: '#3b1f0f',
    colorBorder: '#f0dcc5',
    borderRadius: '22px',
    buttonRadius: '99px',
    inputRadius: '16px',
    fontWeightBold: 700,
    shadow: 'small',
    productName: 'Bazaar',
    dark: {
      colorBackground: '#1c120b',
      colorSurface: '#2a1c12',
      colorText: '#f9ece0',
      colorBorder: '#4a3423',
    },
  },
  'A compact tool': {
    colorAccent: '#27272a',
    colorBackground: '#f4f4f5',
    colorBorder: '#d4d4d8',
    fontSizeBase: '15px',
    lineHeight: 1.3,
    borderRadius: '2px',
    density: 'compact',
    showRaiseButton: false,
    dark: {
      colorAccent: '#e4e4e7',
      colorBackground: '#09090b',
      colorSurface: '#18181b',
      colorBorder: '#3f3f46',
    },
  },
};

/** What a developer writes for an appearance, by the kind of host. */
const snippets: Readonly<Record<string, (appearance: Appearance) => string>> = {
  'script tag': (appearance) =>
    `<souk-app data-appearance='${JSON.stringify(appearance).replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'></souk-app>`,
  mount: (appearance) =>
    `Souk.mount(document.getElementById('shop'), {\n  appearance: ${indented(appearance)},\n});`,
  frame: (appearance) => `host.update({\n  appearance: ${indented(appearance)},\n});`,
  'native app': (appearance) => JSON.stringify({ t: 'evt', m: 'state', p: { appearance } }, null, 2),
};
const indented = (appearance: Appearance) => JSON.stringify(appearance, null, 2).replaceAll('\n', '\n  ');

/** Creates the control of a variable; the empty value of each is "not given". */
function createControl(field: Field): HTMLInputElement | HTMLSelectElement {
  if ('choices' in field) {
    const select = document.createElement('select');
    select.append(new Option('', ''), ...field.choices.map((choice) => new Option(`${choice}`)));
    return select;
  }
  const made = document.createElement('input');
  if ('color' in field) Object.assign(made, { type: 'color', value: field.color });
  else if ('example' in field) made.placeholder = field.example;
  else {
    const { least, most, step } = field;
    Object.assign(made, { type: 'number', min: `${least}`, max: `${most}`, step: `${step}` });
  }
  return made;
}

/** Returns the value of a control as the variable takes it. */
function readControl(field: Field, text: string): unknown {
  if (text === '') return undefined;
  if ('choices' in field) return field.choices.find((choice) => `${choice}` === text);
  if ('unit' in field) return field.unit ? `${text}${field.unit}` : Number(text);
  return text;
}

/** Shows what changes the look of Souk live, and the lines that do the same in a host. */
export function showAppearance(host: Pick<Host, 'update'>): void {
  const scheme = element<HTMLSelectElement>('appearance-scheme');
  const kind = element<HTMLSelectElement>('appearance-kind');
  const preset = element<HTMLSelectElement>('appearance-preset');
  const controls = new Map<string, HTMLInputElement | HTMLSelectElement>();
  let appearance: Appearance = {};

  const part = (): AppearanceVariables =>
    scheme.value ? (appearance[scheme.value as 'light' | 'dark'] ?? {}) : appearance;
  const print = () => {
    element('appearance-snippet').textContent = snippets[kind.value]?.(appearance) ?? '';
  };
  const publish = (next: Appearance) => {
    appearance = next;
    host.update({ appearance });
    print();
  };
  /** Shows the values of the chosen scheme in the controls. */
  const fill = () => {
    const values = part();
    for (const [name, field] of Object.entries(fields)) {
      const control = controls.get(name);
      const value = values[name as keyof AppearanceVariables];
      const empty = 'color' in field ? field.color : '';
      if (control) control.value = value === undefined ? empty : `${value}`.replace(/px$/, '');
    }
  };
  const change = (name: string, value: unknown) => {
    const { [name as keyof AppearanceVariables]: _, ...others } = part() as Appearance;
    const changed = value === undefined ? others : { ...others, [name]: value };
    publish(scheme.value ? { ...appearance, [scheme.value]: changed } : changed);
  };

  for (const [name, field] of Object.entries(fields)) {
    const control = createControl(field);
    control.id = name;
    controls.set(name, control);
    control.addEventListener('input', () => change(name, readControl(field, control.value)));
    const label = document.createElement('label');
    label.append(name, control);
    element('appearance-fields').append(label);
  }
  for (const name of Object.keys(presets)) preset.add(new Option(name));
  for (const name of Object.keys(snippets)) kind.add(new Option(name));
  preset.addEventListener('change', () => {
    publish(presets[preset.value] ?? {});
    fill();
  });
  scheme.addEventListener('change', fill);
  kind.addEventListener('change', print);
  button('appearance-reset').addEventListener('click', () => {
    preset.value = '';
    publish({});
    fill();
  });
  button('appearance-copy').addEventListener('click', () =>
    navigator.clipboard.writeText(element('appearance-snippet').textContent ?? ''),
  );
  print();
}
