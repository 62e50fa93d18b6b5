// Signals in which nothing is tracked, in the place of Preact's: the card is drawn whole at each change.

export const signal = <Value>(value: Value) => ({
  value,
  peek() {
    return this.value;
  },
});

export const computed = <Value>(read: () => Value) => ({
  get value() {
    return read();
  },
  peek: read,
});
