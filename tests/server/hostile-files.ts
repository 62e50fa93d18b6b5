import { crc32, gzipSync } from 'node:zlib';
import { jpeg, jpegOf, pdf, png, pngBomb, webp } from '../harness/sample-files.ts';

export interface HostileFile {
  what: string;
  name: string;
  /** What its sender says it is. */
  type: string;
  bytes: Buffer;
}

const text = (content: string) => Buffer.from(content, 'utf8');
const latin = (content: string) => Buffer.from(content, 'latin1');

const scripts = [
  '<!doctype html><script>parent.postMessage(document.cookie,"*")</script>',
  '<html><body onload=alert(1)>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
  '<?xml-stylesheet href="javascript:alert(1)"?><x/>',
  'alert(document.domain)//',
  '<?php system($_GET["c"]); ?>',
  '#!/bin/sh\nid\n',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
];
const heads: [kind: string, head: Buffer][] = [
  ['jpeg', latin('\xff\xd8\xff\xe0')],
  ['png', latin('\x89PNG\r\n\x1a\n')],
  ['webp', latin('RIFF\x40\x00\x00\x00WEBPVP8 ')],
];
const names = [
  'photo.jpg',
  'photo.png',
  'x.html',
  'x.svg',
  'x.jpg.html',
  '../../x.jpg',
  'x.jpg\u0000.html',
  'certificate.pdf',
];
const types = ['image/jpeg', 'text/html', 'image/svg+xml', 'application/pdf', 'application/javascript'];
const others: [kind: string, head: Buffer][] = [
  ['gif', latin('GIF89a\x01\x00\x01\x00\x00\xff\x00;')],
  ['bmp', latin('BM\x3a\x00\x00\x00')],
  ['ico', latin('\x00\x00\x01\x00\x01\x00')],
  ['exe', latin('MZ\x90\x00')],
  ['elf', latin('\x7fELF\x02\x01')],
  ['zip', latin('PK\x03\x04\x14\x00')],
  ['gzip bomb', gzipSync(Buffer.alloc(2_000_000))],
  ['swf', latin('FWS\x09')],
  ['avif', latin('\x00\x00\x00\x20ftypavif')],
  ['empty', Buffer.from(' ')],
];

const wholes: [kind: string, make: () => Buffer][] = [
  ['jpeg', jpeg],
  ['png', () => png()],
  ['webp', webp],
];

function* scriptsUnderAnyName() {
  for (const script of scripts) {
    yield ['a script', text(script)] as const;
    yield ['a script behind a byte order mark', text(`\uFEFF${script}`)] as const;
    yield ['a script behind spaces', text(`\n\n   ${script}`)] as const;
    for (const [kind, head] of heads)
      yield [`a script behind the head of a ${kind}`, Buffer.concat([head, text(script)])] as const;
  }
}

function* cutShort() {
  for (const [kind, make] of wholes) {
    const whole = make();
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.97]) {
      yield [
        `the first ${share * 100} % of a ${kind}`,
        whole.subarray(0, Math.floor(whole.length * share)),
      ] as const;
    }
  }
}

function* altered() {
  const whole = png();
  for (let at = 0; at < whole.length; at += 2) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 0x20;
    yield [`a png with its byte ${at} changed`, bytes] as const;
  }
}

function* bombs() {
  yield ['a png of four thousand million pixels', pngBomb()] as const;
  for (const side of [65_535, 40_000, 20_000])
    yield [`a jpeg of ${side} by ${side}`, jpegOf(side, side)] as const;
  const wide = latin(`RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00${'\xff'.repeat(6)}`);
  yield ['a webp of 16 million by 16 million', wide] as const;
  yield ['a jpeg without a size', jpegOf(0, 0)] as const;
}

const manyParts = 20_000;

function* splinters() {
  const empty = latin('\x00\x00\x00\x00tEXt');
  const chunk = Buffer.alloc(12);
  empty.copy(chunk);
  chunk.writeUInt32BE(crc32(empty.subarray(4)), 8);
  const whole = png();
  const chunks = Buffer.concat(Array.from({ length: manyParts }, () => chunk));
  yield [
    'a png of thousands of empty chunks',
    Buffer.concat([whole.subarray(0, 33), chunks, whole.subarray(33)]),
  ] as const;
  const segments = Buffer.concat(Array.from({ length: manyParts }, () => latin('\xff\xe1\x00\x02')));
  yield [
    'a jpeg of thousands of empty segments',
    Buffer.concat([jpeg().subarray(0, 2), segments, jpeg().subarray(2)]),
  ] as const;
  const pieces = Buffer.concat([
    webp(),
    ...Array.from({ length: manyParts }, () => latin('XXXX\x00\x00\x00\x00')),
  ]);
  pieces.writeUInt32LE(pieces.length - 8, 4);
  yield ['a webp of thousands of empty chunks', pieces] as const;
}

function* polyglots() {
  for (const script of scripts) {
    yield ['a png with a script behind its end', Buffer.concat([png(), text(script)])] as const;
    yield ['a webp with a script behind its end', Buffer.concat([webp(), text(script)])] as const;
    yield ['a pdf behind a script', Buffer.concat([text(script), pdf()])] as const;
  }
  for (const [kind, head] of others) yield [`a ${kind}`, Buffer.concat([head, Buffer.alloc(64)])] as const;
  for (const [kind, head] of others)
    yield [`a ${kind} before a jpeg`, Buffer.concat([head, jpeg()])] as const;
}

/** Whole pictures with a script in a place where any text may stand: they are pictures, and stay nothing else. */
function* pictures() {
  for (const script of scripts.slice(0, 5)) {
    yield ['a png with a script in a comment', png(90, script)] as const;
    yield ['a jpeg with a script in a comment', jpeg(script)] as const;
    yield ['a jpeg with a script behind its end', Buffer.concat([jpeg(), text(script)])] as const;
  }
}

/** PDFs that would run something where they are opened in a page. */
function* documents() {
  for (const act of ['/JavaScript', '/Java#53cript', '/Launch', '/EmbeddedFile', '/RichMedia', '/XFA'])
    yield [`a pdf with ${act}`, pdf(`/OpenAction<</S${act}/JS(app.alert(1))>>`)] as const;
  for (const script of scripts) {
    yield ['a script behind the head of a pdf', Buffer.concat([latin('%PDF-1.7\n'), text(script)])] as const;
    yield ['a pdf with a script behind its end', Buffer.concat([pdf(), text(script)])] as const;
  }
}

const named = (made: Iterable<readonly [string, Buffer]>, from: number): HostileFile[] =>
  [...made].map(([what, bytes], index) => ({
    what,
    bytes,
    name: names[(from + index) % names.length] ?? '',
    type: types[(from + index * 3) % types.length] ?? '',
  }));

/** What must never be stored, under names and types that lie. */
export const refused: HostileFile[] = [
  ...named(scriptsUnderAnyName(), 0),
  ...named(cutShort(), 1),
  ...named(altered(), 5),
  ...named(bombs(), 2),
  ...named(polyglots(), 3),
  ...named(splinters(), 6),
];

const withoutNul = (file: HostileFile): HostileFile => ({ ...file, name: file.name.replaceAll('\0', '') });

/** What is a picture all the same: it may be stored, as a picture. */
export const stored: HostileFile[] = named(pictures(), 4).map(withoutNul);

/** What begins as a PDF does: it may be stored, as a download. */
export const downloads: HostileFile[] = named(documents(), 0).map(withoutNul);
