import { useState } from 'react';
import { render } from 'react-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { uploadRulesFor } from '../../src/data/uploads.ts';
import { Upload } from '../../src/ui/upload.tsx';
import type { Chosen } from '../../src/ui/use-upload.ts';
import { chooseFile } from '../harness/choose-file.ts';
import { type Client, faults, startClient } from '../harness/client.ts';
import { asFile } from '../harness/form.ts';
import { eventually } from '../harness/render-screen.tsx';
import { jpeg, png } from '../harness/sample-files.ts';
import { describedBy, draw, switchTo } from './draw.tsx';

const route = 'POST /v1/upload/logo' as 'POST /v1/upload/{type}';
let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());
beforeEach(async () => {
  client.clear();
  await client.signIn(await client.server.addUser());
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await switchTo('en');
});

let chosen: Chosen | undefined;
function Field({ type }: { type: 'logo' | 'certificate' }) {
  const [file, setFile] = useState<Chosen>();
  chosen = file;
  return <Upload {...uploadRulesFor(type)} label="Logo" value={file} onFile={setFile} />;
}

function drawn(type: 'logo' | 'certificate' = 'logo') {
  const page = draw(<Field type={type} />);
  const text = () => page.place.textContent?.replace(/\u00a0/g, ' ') ?? '';
  const input = () => page.get('[type=file]');
  return {
    ...page,
    text,
    input,
    choose: (file: File) => chooseFile(input(), file),
    says: (words: string | RegExp) => eventually(() => expect(text()).toMatch(words)),
  };
}

test('an upload field says what it accepts, sends a picture once, and keeps the id under which the server has it', async () => {
  const page = drawn();
  expect(describedBy(page.input())).toContain('JPEG, PNG, WEBP');
  expect(page.input().getAttribute('accept')).toBe('image/jpeg,image/png,image/webp');
  await page.choose(asFile(jpeg(), 'front.jpg'));
  await page.says('Uploaded');
  expect(page.text()).toContain('front.jpg');
  expect(page.get('img').getAttribute('src')).toMatch(/^blob:/);
  expect(chosen?.fileId).toMatch(/^fil/);
  expect(client.of(route)).toHaveLength(1);
});

test('an upload field refuses a wrong type and a file that is too large before anything is sent, and keeps what was chosen', async () => {
  const page = drawn();
  await page.choose(asFile(png(), 'good.png', 'image/png'));
  await page.says('Uploaded');
  const before = chosen;
  await page.choose(asFile(jpeg(), 'paper.pdf', 'application/pdf'));
  await page.says('This file type isn’t supported');
  expect(page.input().getAttribute('aria-invalid')).toBe('true');
  await page.choose(asFile(new Uint8Array(6 * 2 ** 20), 'huge.jpg'));
  await page.says(/This file is 6 ?MB\. The limit is 5 ?MB/);
  await page.choose(asFile(new Uint8Array(), 'nothing.jpg'));
  await page.says('This file is empty');
  expect(chosen).toBe(before);
  expect(page.text()).toContain('good.png');
  expect(client.of(route)).toHaveLength(1);
  await page.choose(asFile(jpeg(), 'better.jpg'));
  await eventually(() => expect(chosen?.file.name).toBe('better.jpg'));
  expect(page.text()).not.toContain('empty');
});

test('an upload field says that a photo is prepared while it is drawn, and no more once it is sent', async () => {
  let draw = (_: unknown): void => {};
  vi.stubGlobal('createImageBitmap', () => new Promise((_, reject) => (draw = reject)));
  const page = drawn();
  await page.choose(asFile(jpeg(), 'front.jpg'));
  await page.says('Preparing image');
  expect(client.of(route)).toHaveLength(0);
  draw(new Error('a picture that this engine cannot draw'));
  await page.says('Uploaded');
  expect(page.text()).not.toContain('Preparing');
});

test('an upload field names a photo while it is prepared, and returns to the former one where the prepared one is refused', async () => {
  const page = drawn();
  await page.choose(asFile(png(), 'good.png', 'image/png'));
  await page.says('Uploaded');
  const before = chosen;
  let draw = (_: unknown): void => {};
  vi.stubGlobal('createImageBitmap', () => new Promise((_, reject) => (draw = reject)));
  await page.choose(asFile(new Uint8Array(6 * 2 ** 20), 'huge.jpg'));
  await page.says(/huge\.jpg.*Preparing image/);
  expect(page.input().getAttribute('aria-invalid')).toBeNull();
  expect(chosen).toEqual({ file: { name: 'huge.jpg', size: 6 * 2 ** 20 } });
  draw(new Error('a picture that this engine cannot draw'));
  await page.says(/This file is 6 ?MB\. The limit is 5 ?MB/);
  expect(chosen).toBe(before);
});

test('an upload that ends while another photo is prepared does not take its place, and is there again where that one is refused', async () => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const prepared: ((reason: Error) => void)[] = [];
  const page = drawn();
  let hasEnded = false;
  client.fault(route, async (pass) => {
    await held;
    return pass().finally(() => {
      hasEnded = true;
    });
  });
  await page.choose(asFile(png(), 'first.png', 'image/png'));
  await page.says('Uploading');
  vi.stubGlobal('createImageBitmap', () => new Promise((_, reject) => prepared.push(reject)));
  const second = { name: 'second.jpg', size: 6 * 2 ** 20 };
  await page.choose(asFile(new Uint8Array(second.size), second.name));
  await page.says(/second\.jpg.*Preparing image/);
  expect(page.text()).not.toContain('Uploading');
  arrive();
  await eventually(() => expect(hasEnded).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(chosen).toEqual({ file: second });
  await page.choose(asFile(new Uint8Array(second.size), 'third.jpg'));
  await eventually(() => expect(prepared).toHaveLength(2));
  for (const fail of prepared) fail(new Error('a picture that this engine cannot draw'));
  await page.says(/This file is 6 ?MB/);
  expect(chosen).toMatchObject({ file: { name: 'first.png' }, fileId: expect.stringMatching(/^fil/) });
});

test('an upload field accepts a PDF only where a paper is asked for', async () => {
  const page = drawn('certificate');
  expect(page.input().getAttribute('accept')).toContain('application/pdf');
  expect(page.text()).toContain('Choose a file');
});

test('a file of a false type reaches the server, is refused by its bytes, and the message says which kinds are accepted', async () => {
  const page = drawn();
  await page.choose(asFile(new TextEncoder().encode('<html><script>1</script></html>'), 'photo.jpg'));
  await page.says('This file type isn’t supported. Use one of these: jpeg, png, webp');
  expect(chosen?.fileId).toBeUndefined();
});

test('an upload field keeps the file where the network failed, and sends it on request', async () => {
  const page = drawn();
  client.fault(route, faults.refusedConnection);
  await page.choose(asFile(jpeg(), 'front.jpg'));
  const again = await eventually(() => page.get('button', 'Try again'));
  expect(page.text()).toContain('front.jpg');
  expect(page.get('.error').textContent).toBeTruthy();
  again.click();
  await page.says('Uploaded');
  expect(page.all('.error')).toHaveLength(0);
  expect(client.of(route)).toHaveLength(2);
});

test('an upload field shows how much is sent, and does not choose what was stopped', async () => {
  const page = drawn();
  let signal: AbortSignal | undefined;
  client.fault(route, (_, given) => {
    signal = given;
    return new Promise(() => {});
  });
  await page.choose(asFile(jpeg(), 'front.jpg'));
  const bar = await eventually(() => page.get('[role=progressbar][aria-valuenow="0.5"]'));
  expect(bar.getAttribute('aria-valuetext')).toBe('50%');
  expect(page.text()).toContain('Uploading: 50%');
  page.get('button', 'Stop upload').click();
  await eventually(() => expect(page.all('[role=progressbar]')).toHaveLength(0));
  expect(signal?.aborted).toBe(true);
  expect(chosen).toBeUndefined();
  expect(page.text()).toContain('Choose an image');
});

test('an upload field is drawn in Arabic, with what it refused, too', async () => {
  const page = drawn();
  await page.choose(asFile(jpeg(), 'paper.pdf', 'application/pdf'));
  await page.says('isn’t supported');
  await switchTo('ar');
  await page.says('هذا النوع من الملفات غير مدعوم');
});

test('a photo that is prepared when its form has been left is not sent, not even in the next frame', async () => {
  let draw = (_: unknown): void => {};
  vi.stubGlobal('createImageBitmap', () => new Promise((_, reject) => (draw = reject)));
  const page = drawn();
  await page.choose(asFile(jpeg(), 'front.jpg'));
  await page.says('Preparing image');
  // Without `act`, which would run at once what the app runs a frame later.
  render(null, page.place);
  draw(new Error('a picture that this engine cannot draw'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(client.of(route)).toHaveLength(0);
});
