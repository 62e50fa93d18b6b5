import type { Forged } from './forge.ts';

interface Door {
  soukBridge?: { receive(message: unknown): void };
  soukHost?: { onmessage?: ((event: { data: unknown }) => void) | null };
}

/** Puts a forged message before the guest of a real page: as an event of its window, or where its channel listens. */
export const strikePage = ({ source, origin, data, port }: Forged): void => {
  const { soukBridge, soukHost } = globalThis as Door;
  soukBridge?.receive(data);
  soukHost?.onmessage?.({ data });
  const [sibling] = Array.from(window.parent.frames as unknown as ArrayLike<Window>).filter(
    (frame) => frame !== window,
  );
  const event = new MessageEvent('message', {
    data,
    origin,
    source: source === 'parent' ? window.parent : (sibling ?? window),
    ports: port ? [new MessageChannel().port1] : [],
  });
  window.dispatchEvent(event);
};

/** Errors of a listener do not reach the caller of dispatchEvent: they are counted here. */
export const countErrors = (): (() => number) => {
  let errors = 0;
  const count = () => {
    errors += 1;
  };
  window.addEventListener('error', count);
  return () => {
    window.removeEventListener('error', count);
    return errors;
  };
};
