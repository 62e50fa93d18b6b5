import { button, element } from './element.ts';

interface Sent {
  readonly username: string;
  readonly code: string;
  readonly expiresAt: string;
}

const lineOf = ({ username, code, expiresAt }: Sent): HTMLLIElement => {
  const line = document.createElement('li');
  const until = new Date(expiresAt).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit' });
  line.textContent = `${code} for ${username}, until ${until}`;
  return line;
};

/** Shows the codes that the demo would have sent to a phone. */
export const showCodes = (): void => {
  button('codes-show').addEventListener('click', async () => {
    const answer = await fetch('/host/codes').catch(() => null);
    const sent: Sent[] = answer?.ok ? await answer.json() : [];
    element('codes').replaceChildren(...sent.map(lineOf));
    element('codes-none').hidden = sent.length > 0;
  });
};
