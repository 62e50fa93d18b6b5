// One cold and one warm visit of a page, measured by the browser itself.
import { withBrowser } from './browser.mjs';
import { paintWatcher } from './watch-paint.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const quietMs = 800;
const limitMs = 60_000;

export const visit = (page, settings) =>
  withBrowser(async (context) => {
    if (page.token) await context.addInitScript((kept) => localStorage.setItem('token', kept), page.token);
    return { cold: await load(context, page, settings), warm: await load(context, page, settings) };
  });

async function load(context, { url, usable }, { rtt, down, up, cpu }) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const network = await watchNetwork(cdp);
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: rtt,
    downloadThroughput: (down * 1000) / 8,
    uploadThroughput: (up * 1000) / 8,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.addInitScript({ content: paintWatcher(usable) });
  await page.goto(url, { waitUntil: 'commit', timeout: limitMs });
  const seen = await settled(page, network);
  const { requests } = network;
  const travelled = requests.filter((request) => !request.cached);
  const before = travelled.filter(
    (request) => request.end && (request.end - requests[0].start) * 1000 <= seen.usable,
  );
  const facts = await heap(cdp);
  await page.close();
  return {
    ...seen,
    ...facts,
    requests: before.length,
    kilobytes: sum(before) / 1000,
    allRequests: travelled.length,
    allKilobytes: sum(travelled) / 1000,
  };
}

const sum = (requests) => requests.reduce((total, { bytes }) => total + bytes, 0);

async function watchNetwork(cdp) {
  const known = new Map();
  const network = { requests: [], open: 0, last: Date.now() };
  const end = (bytes) => (event) => {
    const request = known.get(event.requestId);
    if (!request || request.end) return;
    request.end = event.timestamp;
    request.bytes = bytes(event);
    network.open--;
    network.last = Date.now();
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
    if (known.has(requestId) || !request.url.startsWith('http')) return;
    const entry = { url: request.url, start: timestamp, end: 0, bytes: 0, cached: false };
    known.set(requestId, entry);
    network.requests.push(entry);
    network.open++;
    network.last = Date.now();
  });
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const request = known.get(requestId);
    if (request && response.fromDiskCache) request.cached = true;
  });
  cdp.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = known.get(requestId);
    if (request) request.cached = true;
  });
  cdp.on(
    'Network.loadingFinished',
    end((event) => event.encodedDataLength),
  );
  cdp.on(
    'Network.loadingFailed',
    end(() => 0),
  );
  await cdp.send('Network.enable');
  await cdp.send('Performance.enable');
  return network;
}

/** Waits until the page is usable and neither it nor the network changes any more. */
async function settled(page, network) {
  const until = Date.now() + limitMs;
  while (Date.now() < until) {
    await pause(100);
    const seen = await page.evaluate('window.benchSeen').catch(() => null);
    if (seen?.usable > 0 && network.open === 0 && Date.now() - network.last > quietMs) return seen;
  }
  throw new Error(`${page.url()} was not usable within ${limitMs / 1000} s.`);
}

async function heap(cdp) {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name) => metrics.find((metric) => metric.name === name).value;
  return { heap: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), script: of('ScriptDuration') * 1000 };
}
