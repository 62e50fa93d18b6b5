// Acts as the guest against the host that shows this page, and shows the result of each of the nine steps.
import { checkHost, type Mark, type StepReport } from '../../bridge/conformance/check-host.ts';
import type { NativeWindow } from '../../bridge/guest/find-native.ts';
import { findTransport } from '../../bridge/guest/find-transport.ts';
import type { Message } from '../../bridge/protocol.ts';
import { androidTransport } from '../../bridge/transport/android.ts';
import { androidObjectTransport } from '../../bridge/transport/android-object.ts';
import { flutterTransport } from '../../bridge/transport/flutter.ts';
import { iosTransport } from '../../bridge/transport/ios.ts';
import { reactNativeTransport } from '../../bridge/transport/react-native.ts';
import type { Receive } from '../../bridge/transport/transport.ts';
import { element } from './element.ts';

const titles = [
  'The address',
  'The channel',
  'The greeting',
  'The token',
  'Answers',
  'What changes',
  'Back',
  'Leaving and coming back',
  'No logs',
] as const;

const markTexts: Readonly<Record<Mark, string>> = {
  running: 'Running',
  passed: 'Passed',
  failed: 'Failed',
  yours: 'Your turn',
};

const rows = titles.map((title) => {
  const row = document.createElement('li');
  row.textContent = title;
  element('steps').append(row);
  return row;
});

/** Renders text between backticks as code. */
const renderText = (text: string): readonly Node[] =>
  text.split('`').map((part, at) => {
    if (at % 2 === 0) return document.createTextNode(part);
    const code = document.createElement('code');
    code.textContent = part;
    return code;
  });

const count = (mark: Mark): string =>
  `${rows.filter((row) => row.dataset.mark === mark).length} ${markTexts[mark].toLowerCase()}`;

const show = ({ step, mark, message }: StepReport): void => {
  const row = rows[step - 1] as HTMLElement;
  const name = document.createElement('span');
  name.className = 'mark';
  name.textContent = `${titles[step - 1]}: ${markTexts[mark]}`;
  row.dataset.mark = mark;
  row.replaceChildren(name, ...renderText(message));
  element('count').textContent = (['passed', 'failed', 'yours', 'running'] as const).map(count).join(', ');
};

/** Sends on the channel that the app put into a frame of this page; returns false where it put none there. */
const greetFromFrame = (hello: Message, receive: Receive): boolean => {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const inside = frame.contentWindow as unknown as NativeWindow;
  const transport =
    iosTransport(inside) ??
    androidTransport(inside) ??
    androidObjectTransport(inside) ??
    reactNativeTransport(inside) ??
    flutterTransport(inside);
  if (!transport) return false;
  transport.open(receive);
  transport.send(hello);
  return true;
};

const { hosts = [] } = JSON.parse(element('souk-config').textContent || '{}') as { hosts?: string[] };
const transport = findTransport({ origins: hosts });
element('channel').textContent = transport
  ? `Channel: ${transport.name}`
  : 'No host was found: nothing of an app is in this page, and no listed origin frames it.';
if (transport) checkHost({ transport, href: location.href, report: show, greetFromFrame });
