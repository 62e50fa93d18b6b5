const columns = [
  ['requests to usable', 'requests'],
  ['kB to usable', 'kilobytes'],
  ['requests, all', 'allRequests'],
  ['kB, all', 'allKilobytes'],
  ['first paint ms', 'first', 'times'],
  ['largest paint ms', 'largest', 'times'],
  ['usable ms', 'usable', 'times'],
  ['blocked ms', 'blocked'],
  ['script ms', 'script'],
  ['heap MB', 'heap'],
  ['nodes', 'nodes'],
  ['layout shift', 'shift'],
];

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

const short = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const range = (values) =>
  `${short(median(values))} [${short(Math.min(...values))} to ${short(Math.max(...values))}]`;

/** Returns a table of medians; where `times` is set, also the ratio to the static page. */
export function tableOf(results) {
  const names = Object.keys(results);
  const [base] = names;
  const rows = columns.map(([title, key, times]) => {
    const cells = names.map((name) => {
      const values = results[name].map((run) => run[key]);
      const ratio = median(values) / median(results[base].map((run) => run[key]));
      return times && name !== base ? `${range(values)}, ${ratio.toFixed(2)} times` : range(values);
    });
    return `| ${[title, ...cells].join(' | ')} |`;
  });
  return [`| | ${names.join(' | ')} |`, `|${'---|'.repeat(names.length + 1)}`, ...rows].join('\n');
}
