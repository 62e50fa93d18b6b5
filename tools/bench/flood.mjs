// npm run bench:unread
// What thousands of connections that do nothing, and of clients that read slowly, cost a merchant: how long calls take
// beside them and on a quiet server, and the server's memory. Reported, never asserted.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { serveDemo } from '../demo-server.mjs';

const idle = Number(process.env.IDLE ?? 10_000);
const slow = Number(process.env.SLOW ?? 2_000);
const requests = Number(process.env.REQUESTS ?? 1_000);
const perSecond = Number(process.env.RATE ?? 25);
// A server takes at most 512 connections of one address.
const perAddress = 500;
const calls = ['/v1/user/wallet', '/v1/order/list', '/v1/home/stat', '/v1/notify/check', '/v1/showcase/list'];

const server = await serveDemo({ SOUK_DEMO: '1' });
const { hostname: host, port } = new URL(server.url);
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1000;
let opened = 0;
let ended = 0;
let isOver = false;

/** Opens a connection from the next address of this machine, and again whenever it is ended. */
function keepOpen(begin, number = opened++) {
  const localAddress = `127.0.${1 + Math.floor(number / perAddress)}.1`;
  const socket = connect({ host, port: Number(port), localAddress });
  socket.on('error', () => {});
  socket.on('connect', () => begin(socket));
  socket.on('close', () => {
    sockets.delete(socket);
    if (isOver) return;
    ended++;
    setTimeout(() => keepOpen(begin, number), 1_000);
  });
  sockets.add(socket);
}
const sockets = new Set();

const line = 'GET /openapi.json HTTP/1.1\r\nhost: souk\r\n\r\n';
/** Asks for a file of half a megabyte, and reads a thousand bytes of it each second. */
function readSlowly(socket) {
  socket.write(line);
  socket.on('readable', () => {});
  const timer = setInterval(() => socket.read(1_000), 1_000);
  socket.on('close', () => clearInterval(timer));
}

/** Sends calls of a merchant, each at its own time; returns what they took in milliseconds, sorted. */
async function measure(token) {
  const times = [];
  const sent = [];
  const began = performance.now();
  for (let number = 0; number < requests; number++) {
    const due = began + (1_000 * number) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    const call = server.ask(calls[number % calls.length], {}, token);
    sent.push(call.then(() => times.push(performance.now() - due)));
  }
  const failed = (await Promise.allSettled(sent)).filter(({ status }) => status === 'rejected');
  return { times: times.sort((a, b) => a - b), failed };
}

function report(what, { times, failed }) {
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  console.log(
    `${what.padEnd(60)} p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, ${failed.length} failed, ${rss().toFixed(0)} MB`,
  );
  for (const { reason } of failed.slice(0, 3)) console.log(reason.message);
  return at(0.99);
}

try {
  const token = await server.signIn();
  await measure(token);
  const quiet = report('quiet', await measure(token));
  for (let left = idle; left > 0; left--) {
    keepOpen(() => {});
    if (left % 500 === 0) await pause(250);
  }
  for (let left = slow; left > 0; left--) {
    keepOpen(readSlowly);
    if (left % 10 === 0) await pause(100);
  }
  await pause(10_000);
  const flooded = report(`${idle} idle connections, ${slow} slow readers`, await measure(token));
  console.log(
    `p99 ${(flooded / quiet).toFixed(2)} times that of the quiet server; ${ended} connections were ended.`,
  );
} finally {
  isOver = true;
  for (const socket of sockets) socket.destroy();
  await server.stop();
}
