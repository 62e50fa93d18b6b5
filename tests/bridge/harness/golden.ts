import { expect } from 'vitest';
import table from '../../../bridge/conformance/messages.json';

/** A row of the golden messages: what a page says or the app does, and what the host says then. */
export interface Row {
  about: string;
  step: number;
  from?: string;
  page?: object | string;
  does?: 'update' | 'back' | 'pause' | 'resume' | 'navigate';
  with?: { path?: string };
  answers?: boolean;
  host: object[];
}

export { table };
export const rows = table.rows as Row[];

/** As the table writes it: any platform, capabilities in its order, errors without their words. */
export const asWritten = (text: string): object => {
  const message = JSON.parse(text);
  if (message.t === 'hi') {
    expect(typeof message.p.platform).toBe('string');
    message.p.platform = '*';
    expect([...message.p.capabilities].sort()).toEqual(Object.keys(table.methods).sort());
    message.p.capabilities = Object.keys(table.methods);
  }
  if (message.e) message.e = { code: message.e.code };
  return message;
};
