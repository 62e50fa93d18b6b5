/** Returns rows of goods as CSV; one of a hundred has a price that is none. */
export function goodsCsv(rows: number): { text: string; badLines: number[] } {
  const header = 'code,no,type,name,translations.ja,images,cost,price,stock';
  const badLines: number[] = [];
  const lines = Array.from({ length: rows }, (_, at) => {
    const isBad = at % 100 === 50;
    // The header is line 1.
    if (isBad) badLines.push(at + 2);
    const price = isBad ? 'ask us' : '15.00';
    return `B-${at},B${at},lamps,"Lamp, no. ${at}",ランプ,/files/thing.svg,10.00,${price},${at % 50}`;
  });
  return { text: `\u{feff}${[header, ...lines].join('\r\n')}\r\n`, badLines };
}
