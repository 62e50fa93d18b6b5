export const usable: string;
