export function clearInterrupted(out: string): Promise<void>;
