import { ApiError } from './api-error.ts';
import { type Read, readText } from './envelope.ts';

const stopped = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')), { once: true });
  });

/**
 * Opens a response and reads all of it within a time; a stalled body is no answer either. What is told `alive`, such
 * as an upload that goes on, begins the time anew.
 * Fails as timeout, cancelled (the caller's signal), aborted or network.
 */
export async function timedFetch(
  open: (signal: AbortSignal, alive: () => void) => Read | Promise<Read>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<{ status: number; text: string }> {
  if (signal?.aborted) throw new ApiError('cancelled');
  const controller = new AbortController();
  let late = false;
  const giveUp = () => {
    late = true;
    controller.abort();
  };
  let timer = setTimeout(giveUp, timeoutMs);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, timeoutMs);
  };
  const cancel = () => controller.abort();
  signal?.addEventListener('abort', cancel);
  const stop = stopped(controller.signal);
  stop.catch(() => {});
  try {
    const response = await Promise.race([open(controller.signal, alive), stop]);
    return { status: response.status, text: await Promise.race([readText(response), stop]) };
  } catch (thrown) {
    throw late ? new ApiError('timeout') : reasonOf(thrown, signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

function reasonOf(thrown: unknown, signal: AbortSignal | undefined): ApiError {
  if (signal?.aborted) return new ApiError('cancelled');
  if (thrown instanceof ApiError) return thrown;
  const { name = '', message = '' } = thrown instanceof Error ? thrown : {};
  if (name === 'AbortError') return new ApiError('aborted');
  return new ApiError('network', message);
}
