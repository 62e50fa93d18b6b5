import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows, table } from '../../bridge/harness/golden.ts';
import { projectDir } from '../../harness/built.ts';
import { blocks } from '../../readme/readme.ts';
import { answered, asLines, expectGolden, fromLines, greetings, type NativeRow } from '../played.ts';
import { kotlinHome, orgJson } from './toolchain.ts';

const sample = join(projectDir, 'bridge/samples/SoukHost.kt');
const here = join(projectDir, 'tests/samples/android');
const standIns = readdirSync(join(here, 'stand-ins'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.java'))
  .map((name) => join(here, 'stand-ins', name));
// An activity with the README's lines in it; what is its own is only declared.
const activity = `
package com.example.superapp
import android.webkit.WebView
import org.json.JSONObject
interface Session {
    val token: String
    fun renew(force: Boolean, then: (String) -> Unit)
}
abstract class Activity(private val webView: WebView, private val session: Session) {
    abstract fun leave(ask: Boolean, then: (Boolean) -> Unit)
    fun show() {
        ${blocks('kotlin').join('\n')}
    }
}`;
let classes: string;

function java(command: string, args: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

beforeAll(() => {
  classes = mkdtempSync(join(tmpdir(), 'souk-android-'));
  writeFileSync(join(classes, 'Activity.kt'), activity);
  const compiler = ['-cp', join(kotlinHome, 'lib/kotlin-compiler.jar')];
  const options = [
    '-no-reflect',
    '-Werror',
    '-kotlin-home',
    kotlinHome,
    '-classpath',
    orgJson,
    '-d',
    classes,
  ];
  const sources = [sample, join(classes, 'Activity.kt'), join(here, 'PlayTable.kt'), ...standIns];
  java('java', [...compiler, 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler', ...options, ...sources]);
  java('javac', ['-d', classes, ...standIns]);
});
afterAll(() => rmSync(classes, { recursive: true, force: true }));

/** Plays rows on the compiled sample, in a separate process. */
function play(played: readonly NativeRow[]) {
  const path = [classes, orgJson, join(kotlinHome, 'lib/kotlin-stdlib.jar')].join(':');
  return fromLines(java('java', ['-cp', path, 'com.example.superapp.PlayTableKt'], asLines(played)));
}

test('the Android sample answers every message as the table says', () => {
  expectGolden(play(rows).replies);
});

test('the Android sample hears our origin only, and no frame inside the page', () => {
  expect(play(greetings).replies.map(({ host }) => host.length)).toEqual(answered);
});

test('the Android sample opens one channel for one origin, and lets the view go nowhere else', () => {
  expect(play([]).setUp).toEqual({
    channel: 'soukHost',
    origins: [table.origin],
    script: true,
    storage: true,
    // A language never becomes another field of the address.
    address: `${table.origin}/shopCenter#lang=zh%20CN%26token%3D1`,
    stays: true,
    goes: true,
    likeOurs: true,
  });
});
