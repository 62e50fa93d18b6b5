/** Sketches of the places in which promotions are shown: a phone in grey, the place in colour. 160 by 160. */

const place = '#3b82f6';
const grey = '#dfe5eb';

const phone = (screen: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><rect width="160" height="160" fill="#edf1f5"/><rect x="30" y="18" width="100" height="160" rx="14" fill="#fff" stroke="#c9d2da" stroke-width="2"/>${screen}</svg>`;

const bar = (x: number, y: number, width: number, fill = grey) =>
  `<rect x="${x}" y="${y}" width="${width}" height="6" rx="3" fill="${fill}"/>`;

const block = (x: number, y: number, width: number, height: number, fill = grey) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${fill}"/>`;

/** A banner over the tiles of a home page. */
export const homePlace = phone(
  bar(40, 32, 34) +
    block(40, 46, 80, 44, place) +
    bar(49, 60, 34, '#fff') +
    bar(49, 72, 22, '#bfd6fd') +
    '<circle cx="103" cy="68" r="10" fill="#bfd6fd"/>' +
    block(40, 98, 37, 37) +
    block(83, 98, 37, 37) +
    bar(40, 142, 30) +
    bar(83, 142, 30),
);

const result = (y: number, fill: string) =>
  block(44, y, 22, 22, fill) + bar(73, y + 3, 38, fill) + bar(73, y + 13, 22, fill);

/** The first of the results of a search. */
export const resultPlace = phone(
  `<rect x="40" y="30" width="80" height="16" rx="8" fill="#edf1f5"/><circle cx="50" cy="38" r="3.500" fill="none" stroke="#9aa7b3" stroke-width="2"/>` +
    `<rect x="38" y="52" width="84" height="32" rx="8" fill="#dce9fe"/>` +
    result(57, place) +
    result(92, grey) +
    result(122, grey),
);
