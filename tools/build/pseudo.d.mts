export function pseudo<T extends string | object>(value: T): T;
