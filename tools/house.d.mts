export function withHouse(text: string): string;
