import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows, table } from '../../bridge/harness/golden.ts';
import { projectDir } from '../../harness/built.ts';
import { blocks } from '../../readme/readme.ts';
import { answered, asLines, expectGolden, fromLines, greetings, type NativeRow } from '../played.ts';
import { swiftDebian } from './toolchain.ts';

// A screen with the README's lines in it; what is its own is only declared.
const screen = `
import UIKit
import WebKit
protocol Session {
    var token: String { get }
    func renew(force: Bool) async throws -> String
}
@MainActor
func leave(ask: Bool) async -> Bool { ask }
@MainActor
func show(in view: UIView, session: any Session) {
    ${blocks('swift').join('\n')}
}`;

const work = join(swiftDebian, 'souk');

function inside(command: string, input = ''): string {
  const script = `cd /souk && ${command}`;
  const { status, stdout, stderr } = spawnSync('chroot', [swiftDebian, 'sh', '-c', script], {
    input,
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/bin', HOME: '/souk', LD_LIBRARY_PATH: '/souk' },
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

const play = (played: readonly NativeRow[]) => fromLines(inside('./play', asLines(played)));

beforeAll(() => {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  cpSync(join(projectDir, 'bridge/samples/SoukHost.swift'), join(work, 'SoukHost.swift'));
  cpSync(join(projectDir, 'tests/samples/ios/main.swift'), join(work, 'main.swift'));
  cpSync(join(projectDir, 'tests/samples/ios/stand-ins'), work, { recursive: true });
  writeFileSync(join(work, 'Screen.swift'), screen);
  const module = (name: string) =>
    `-emit-library -emit-module -module-name ${name} ${name}.swift -o lib${name}.so`;
  inside(`swiftc ${module('UIKit')}`);
  inside(`swiftc -I. -L. -lUIKit ${module('WebKit')}`);
  inside(
    'swiftc -warnings-as-errors -I. -L. -lUIKit -lWebKit SoukHost.swift Screen.swift main.swift -o play',
  );
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

test('the iOS sample answers every message as the table says', () => {
  expectGolden(play(rows).replies);
});

test('the iOS sample hears our origin only, and no frame inside the page', () => {
  expect(play(greetings).replies.map(({ host }) => host.length)).toEqual(answered);
});

test('the iOS sample opens one channel, and lets the view go nowhere else', () => {
  expect(play([]).setUp).toEqual({
    channels: ['souk'],
    // A language never becomes another field of the address.
    address: `${table.origin}/shopCenter#lang=zh%20CN%26token%3D1`,
    stays: true,
    goes: true,
    likeOurs: true,
  });
});
