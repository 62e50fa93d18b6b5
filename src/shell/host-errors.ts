/** Where our own code lies; in somebody else's page others fail, too, and that is none of our host's business. */
const ours = new URL('.', import.meta.url).pathname;

/** Kinds of errors and their codes are single words; a sentence may quote what somebody typed or was answered. */
const word = (value: unknown) => (/^\w{1,40}$/.test(String(value)) ? String(value) : '');

/** What of an error may leave: its kind and where it happened, never its words. */
export function traceOf(error: unknown): string | undefined {
  const { name, code, stack = '' } = (error ?? {}) as { name?: unknown; code?: unknown; stack?: string };
  if (!stack.includes(ours)) return undefined;
  const places = [...stack.matchAll(/([\w-]+\.[jt]sx?)[^:\n]*(:\d+:\d+)/g)].map(
    ([, file = '', at = '']) => file + at,
  );
  return [word(name) || 'Error', code !== undefined && word(code), ...places.slice(0, 6)]
    .filter(Boolean)
    .join(' ');
}

/** Hears of every fault of ours that nobody caught. */
export function followErrors(tell: (trace: string) => void): () => void {
  const hear = (event: ErrorEvent | PromiseRejectionEvent) => {
    const trace = traceOf('reason' in event ? event.reason : event.error);
    if (trace) tell(trace);
  };
  addEventListener('error', hear);
  addEventListener('unhandledrejection', hear);
  return () => {
    removeEventListener('error', hear);
    removeEventListener('unhandledrejection', hear);
  };
}
