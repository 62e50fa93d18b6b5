import { mask } from '../../bridge/mask.ts';
import { element } from './element.ts';

const maxRows = 200;
const words: Readonly<Record<string, string>> = {
  hello: 'says hello',
  hi: 'answers hi',
  req: 'asks',
  res: 'answers',
  evt: 'tells',
  note: 'notes',
};

interface LoggedMessage {
  readonly t: string;
  readonly id?: unknown;
  readonly m?: string;
  readonly p?: object;
  readonly r?: object;
  readonly e?: object;
}

const cell = (name: 'time' | 'b' | 'code', text: string): HTMLElement => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};

/** Creates the list of messages, the newest at the end, with every secret masked before it reaches the page. */
export const createMessageLog = () => {
  const view = element('log-view');
  const list = element('log');
  // A scrolling area must be reachable by keyboard.
  view.tabIndex = 0;
  const secrets = new Set<string>();
  return {
    /** Masks a secret from now on. */
    hide: (secret: string): void => {
      if (secret) secrets.add(secret);
    },
    add: (from: 'guest' | 'host', message: object): void => {
      const { t, id, m = '', p, r, e } = message as LoggedMessage;
      const body = e ?? (t === 'res' ? r : p) ?? {};
      const row = document.createElement('li');
      const who = cell(
        'b',
        `${from === 'guest' ? 'Souk' : 'Host'} ${words[t] ?? t} ${m} ${id ? `#${id}` : ''}`,
      );
      who.dataset.from = from;
      row.append(cell('time', new Date().toLocaleTimeString('en-GB')), who);
      const text = mask(JSON.stringify(body), [...secrets]);
      if (text !== '{}') row.append(cell('code', text.slice(0, 600)));
      const follows = view.scrollTop + view.clientHeight >= view.scrollHeight - 40;
      list.append(row);
      while (list.children.length > maxRows) list.firstElementChild?.remove();
      if (follows) view.scrollTop = view.scrollHeight;
    },
    clear: (): void => list.replaceChildren(),
  };
};
