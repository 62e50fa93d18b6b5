// npm run bench:unread
// What clients cost that ask for much and read nothing: memory over the quiet server, and how long /healthz takes
// meanwhile. Reported, never asserted.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { serveDemo } from '../demo-server.mjs';

const server = await serveDemo({ SOUK_DEMO: '1' });
const { hostname, port } = new URL(server.url);
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1000;
const health = async () => {
  const began = performance.now();
  await (await fetch(`${server.url}/healthz`)).arrayBuffer();
  return performance.now() - began;
};
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

const watch = async (seconds) => {
  const times = [];
  let peak = 0;
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    times.push(await health());
    peak = Math.max(peak, rss());
    await pause(50);
  }
  return { median: median(times), worst: Math.max(...times), peak };
};

const line = (path) => `GET ${path} HTTP/1.1\r\nhost: souk\r\n\r\n`;
const open = (requests, path) => {
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {});
  socket.write(line(path).repeat(requests));
  return socket;
};

const say = (name, { median, worst, peak }, quiet) =>
  console.log(
    `${name.padEnd(44)} ${(peak - quiet).toFixed(0).padStart(5)} MB over quiet   healthz ${median.toFixed(1)} ms, worst ${worst.toFixed(0)} ms`,
  );

try {
  // A used server has read these files once, so they count as its base.
  for (let n = 0; n < 50; n++) await (await fetch(`${server.url}/openapi.json`)).arrayBuffer();
  await pause(3_000);
  const quiet = await watch(5);
  console.log(`quiet: ${quiet.peak.toFixed(0)} MB`);
  say('nobody', quiet, quiet.peak);
  for (const [connections, requests] of [
    [1, 1_500],
    [1, 8],
    [4, 1_500],
    [4, 8],
    [200, 40],
    [200, 8],
  ]) {
    const sockets = Array.from({ length: connections }, () => open(requests, '/openapi.json'));
    say(`${connections} unread, ${requests} requests each`, await watch(10), quiet.peak);
    for (const socket of sockets) socket.destroy();
    await pause(2_000);
  }
} finally {
  await server.stop();
}
