import { describe, expect, it } from 'vitest';
import {
  daySpan,
  daysBetween,
  hoursBetween,
  startOfDay,
  startOfMonth,
  startOfWeek,
  zonedIso,
} from '../../src/server/platform/zone.ts';

const iso = (at: Date) => at.toISOString();

describe('days of a time zone', () => {
  it.each<[zone: string, at: string, start: string]>([
    ['UTC', '2025-03-03T09:00:00Z', '2025-03-03T00:00:00.000Z'],
    ['Asia/Jakarta', '2025-03-03T16:59:59Z', '2025-03-02T17:00:00.000Z'],
    ['Asia/Jakarta', '2025-03-03T17:00:00Z', '2025-03-03T17:00:00.000Z'],
    ['America/New_York', '2025-03-03T04:00:00Z', '2025-03-02T05:00:00.000Z'],
    ['Asia/Kathmandu', '2025-03-03T09:00:00Z', '2025-03-02T18:15:00.000Z'],
    // The day of the change starts by the old offset, the next by the new one.
    ['Europe/Paris', '2025-03-30T12:00:00Z', '2025-03-29T23:00:00.000Z'],
    ['Europe/Paris', '2025-03-31T12:00:00Z', '2025-03-30T22:00:00.000Z'],
    ['Europe/Paris', '2025-10-26T12:00:00Z', '2025-10-25T22:00:00.000Z'],
    // Midnight itself does not exist: the day starts at one o'clock.
    ['Africa/Cairo', '2025-04-25T12:00:00Z', '2025-04-24T22:00:00.000Z'],
    // Midnight comes twice: the day starts with the second.
    ['Africa/Cairo', '2025-10-31T12:00:00Z', '2025-10-30T22:00:00.000Z'],
  ])('a clock in %s starts the day of %s at %s', (zone, at, start) => {
    expect(iso(startOfDay(zone, new Date(at)))).toBe(start);
  });

  it('have 23, 24 or 25 hours', () => {
    const hours = (zone: string, at: string) => {
      const day = new Date(at);
      return hoursBetween(startOfDay(zone, day), startOfDay(zone, day, 1)).length;
    };
    expect(hours('Europe/Paris', '2025-03-30T12:00:00Z')).toBe(23);
    expect(hours('Europe/Paris', '2025-03-31T12:00:00Z')).toBe(24);
    expect(hours('Europe/Paris', '2025-10-26T12:00:00Z')).toBe(25);
  });

  it('make weeks from Monday and months from the first', () => {
    const sunday = new Date('2025-03-30T12:00:00Z');
    expect(iso(startOfWeek('Europe/Paris', sunday))).toBe('2025-03-23T23:00:00.000Z');
    expect(iso(startOfWeek('Europe/Paris', sunday, 1))).toBe('2025-03-30T22:00:00.000Z');
    expect(iso(startOfMonth('Europe/Paris', sunday))).toBe('2025-02-28T23:00:00.000Z');
    expect(iso(startOfMonth('UTC', new Date('2025-12-31T23:59:59Z'), 1))).toBe('2026-01-01T00:00:00.000Z');
    expect(iso(startOfMonth('UTC', new Date('2025-01-31T12:00:00Z'), -1))).toBe('2024-12-01T00:00:00.000Z');
  });

  it.each([
    ['UTC', '2025-03-03T09:00:00+00:00'],
    ['Asia/Kathmandu', '2025-03-03T14:45:00+05:45'],
    ['America/St_Johns', '2025-03-03T05:30:00-03:30'],
  ])('write a moment as the clocks of %s show it', (zone, text) => {
    expect(zonedIso(zone, new Date('2025-03-03T09:00:00.123Z'))).toBe(text);
  });

  it('span from the first to the last day, both included', () => {
    const { from, to } = daySpan('Europe/Paris', '2025-03-29', '2025-03-30');
    expect([from, to].map((at) => at && iso(at))).toEqual([
      '2025-03-28T23:00:00.000Z',
      '2025-03-30T22:00:00.000Z',
    ]);
    expect(from && to && daysBetween('Europe/Paris', from, to).map(iso)).toEqual([
      '2025-03-28T23:00:00.000Z',
      '2025-03-29T23:00:00.000Z',
    ]);
  });
});
