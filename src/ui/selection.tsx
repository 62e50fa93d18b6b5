// Selecting rows of a list: which are selected, and the box of a row.

import { useLayoutEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';

type Selected<Row> = ReadonlyMap<string, Row>;

export interface Selection<Row> {
  /** Whether a person has begun to select; in tables there are always boxes. */
  readonly isOn: boolean;
  /** The selected rows by their ids, in the order of selecting. */
  readonly rows: Selected<Row>;
  toggle(row: Row): void;
  add(rows: readonly Row[]): void;
  start(): void;
  end(): void;
}

const withRow =
  <Row extends { readonly id: string }>(row: Row) =>
  (rows: Selected<Row>): Selected<Row> => {
    const next = new Map(rows);
    if (!next.delete(row.id)) next.set(row.id, row);
    return next;
  };

/** Selects rows of a list. Another filter ends it, where one is named, as what is selected would be out of sight. */
export function useSelection<Row extends { readonly id: string }>(filter?: object): Selection<Row> {
  const [isOn, setOn] = useState(false);
  const [rows, setRows] = useState<Selected<Row>>(new Map());
  const end = () => {
    setOn(false);
    setRows(new Map());
  };
  useLayoutEffect(end, [JSON.stringify(filter)]);
  const toggle = useRef((row: Row) => setRows(withRow(row))).current;
  const add = (more: readonly Row[]) =>
    setRows((before) => new Map([...before, ...more.map((row) => [row.id, row] as const)]));
  return { isOn, rows, toggle, add, start: () => setOn(true), end };
}

interface SelectBoxProps {
  label: string;
  isTicked: boolean;
  /** The box is ticked by a press anywhere in its row. */
  covers: boolean;
  onTick: () => void;
}

/** The box of a row. */
export const SelectBox = ({ label, isTicked, covers, onTick }: SelectBoxProps) => (
  <label className={classes('box', covers && 'cover')}>
    <input type="checkbox" checked={isTicked} onChange={onTick} aria-label={label} />
  </label>
);
