// JSX as elements of the document, in the place of Preact's: the card is drawn whole at each change, by components without
// state.

type Child = Node | string | number | false | null | undefined | readonly Child[];
interface Props extends Record<string, unknown> {
  children?: Child;
  style?: Readonly<Record<string, string | number>>;
}

export function jsx(type: string | ((props: Props) => Node), props: Props): Node {
  if (typeof type === 'function') return type(props);
  const { children, style = {}, ...attributes } = props;
  const made = document.createElement(type);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    if (/^on/.test(name)) Object.assign(made, { [name.toLowerCase()]: value });
    else if (name in made) Object.assign(made, { [name]: value });
    else made.setAttribute(name, String(value));
  }
  for (const [name, value] of Object.entries(style)) made.style.setProperty(name, String(value));
  const shown = [children].flat(9).filter((child) => child || child === 0);
  made.append(...(shown as (Node | string)[]));
  return made;
}

/** For elements with several children, which are drawn alike. */
export const jsxs: typeof jsx = (type, props) => jsx(type, props);
