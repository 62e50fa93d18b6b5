// npm run bench:unread
// Forms made to be slow, beside an honest one of the same size: how long other requests are not answered. Reported,
// never asserted.
import { get } from 'node:http';
import { crc32 } from 'node:zlib';
import { serveDemo } from '../demo-server.mjs';

const size = 5 * 1_048_576;
const server = await serveDemo({
  SOUK_LIMIT_UPLOADS_PER_DAY: '100000',
  SOUK_LIMIT_UPLOAD_MB_PER_DAY: '100000',
});
const token = await server.signIn();

const text = (content) => Buffer.from(content, 'latin1');
const filled = (head, part, tail = '') =>
  Buffer.concat([text(head), Buffer.alloc(size - head.length - tail.length, part), text(tail)]);
const chunk = (type, content) => {
  const framed = Buffer.alloc(content.length + 12);
  framed.writeUInt32BE(content.length, 0);
  framed.write(type, 4, 'latin1');
  content.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), content.length + 8);
  return framed;
};
const header = Buffer.from([0, 0, 0, 16, 0, 0, 0, 16, 8, 2, 0, 0, 0]);
const png = (...chunks) =>
  Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', Buffer.alloc(30)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
const file = (bytes) =>
  Buffer.concat([
    text('--edge\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'),
    bytes,
    text('\r\n--edge--\r\n'),
  ]);
const shapes = {
  'an honest picture': file(png(chunk('IDAT', Buffer.alloc(size - 200)))),
  'an honest document': file(filled('%PDF-1.4\n', ' ', '\nstartxref\n0\n%%EOF\n')),
  'name="%22%22…"': filled('--edge\r\ncontent-disposition: form-data; name="', '%22'),
  'name="%0D%0A…"': filled('--edge\r\ncontent-disposition: form-data; name="', '%0D%0A'),
  'header lines': filled('--edge\r\n', 'a:b\r\n'),
  'content types': filled('--edge\r\n', 'content-type:a/b\r\n'),
  parts: filled('', '--edge\r\n\r\n\r\n'),
  'nearly boundaries': filled(
    '--edge\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n',
    '\r\n--edg',
  ),
  'a png of empty chunks': file(png(Buffer.alloc(size - 200, chunk('tEXt', Buffer.alloc(0))))),
  'a jpeg of empty segments': file(filled('\xff\xd8\xff', '\xe1\x00\x02\xff')),
};

// A new connection each time: a refused form may end the one it came on.
const health = () =>
  new Promise((resolve, reject) => {
    get(`${server.url}/healthz`, { agent: false }, (response) => response.resume().once('end', resolve)).once(
      'error',
      reject,
    );
  });

const hold = async (body) => {
  let worst = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      await health();
      worst = Math.max(worst, performance.now() - began);
    }
  })();
  const began = performance.now();
  const answer = await fetch(`${server.url}/api/v1/upload/certificate`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'multipart/form-data; boundary=edge' },
    body,
  }).then(
    (response) => response.json().then(({ code }) => code),
    () => 'connection ended',
  );
  const took = performance.now() - began;
  isOver = true;
  await watching;
  return { worst, took, answer };
};
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

try {
  const rounds = Object.fromEntries(Object.keys(shapes).map((name) => [name, []]));
  for (let round = 0; round < 5; round++)
    for (const [name, body] of Object.entries(shapes)) rounds[name].push(await hold(body));
  for (const [name, all] of Object.entries(rounds)) {
    const worst = median(all.map((one) => one.worst));
    const took = median(all.map((one) => one.took));
    console.log(
      `${name.padEnd(26)} ${all[0].answer}  nobody answered for ${worst.toFixed(0)} ms, took ${took.toFixed(0)} ms`,
    );
  }
} finally {
  await server.stop();
}
