import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { dist, projectDir } from '../harness/built.ts';
import { blocks, read } from './readme.ts';

/** React Native as far as the package knows it: its view is another page, and its keys are pressed by the test. */
const played = {
  'react-native': `
    const keep = (name) => (_, hear) => { window[name] = hear; return { remove() {} }; };
    export const AppState = { addEventListener: keep('changeTo') };
    export const BackHandler = { addEventListener: keep('pressBack') };
    export const Linking = { openURL: async (url) => { window.opened = url; } };
    export const Share = { share: async () => ({ action: 'sharedAction' }) };`,
  'react-native-webview': `
    import { Component } from 'react';
    export class WebView extends Component {
      componentDidMount() { window.view = this; load(this.props.source.uri); }
      injectJavaScript(script) { inject(script); }
      render() { return null; }
    }`,
};

/** An app made of the package and the page's snippet, with its own session. */
async function appCode(url: string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'souk-app-'));
  const { version } = JSON.parse(read('package.json'));
  const installed = join(dir, 'node_modules/@souk/react-native');
  mkdirSync(installed, { recursive: true });
  const packed = join(dist, `packages/souk-react-native-${version}.tgz`);
  execFileSync('tar', ['-xzf', packed, '-C', installed, '--strip-components=1']);
  const [snippet = ''] = blocks('docs/webview.md', 'tsx');
  writeFileSync(join(dir, 'shop.tsx'), snippet.replace('https://souk.example.com', url));
  writeFileSync(
    join(dir, 'session.ts'),
    'export const session = { token: (force: boolean) => renew(force) };',
  );
  writeFileSync(join(dir, 'may-leave.ts'), 'export const mayLeave = async () => window.agrees;');
  const start = `import { render } from 'react-dom'; import { Shop } from './shop';
    render(<Shop leave={() => { window.left = true; }} />, document.body);`;
  const { outputFiles } = await build({
    stdin: { contents: start, resolveDir: dir, loader: 'tsx' },
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    nodePaths: [join(projectDir, 'node_modules')],
    alias: {
      'react/jsx-runtime': 'preact/jsx-runtime',
      react: 'preact/compat',
      'react-dom': 'preact/compat',
    },
    plugins: [
      {
        name: 'played',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^react-native/ }, ({ path }) => ({ path, namespace: 'played' }));
          onLoad({ filter: /./, namespace: 'played' }, ({ path }) => ({
            contents: played[path as keyof typeof played],
            resolveDir: dir,
          }));
        },
      },
    ],
  });
  rmSync(dir, { recursive: true });
  return outputFiles[0]?.text ?? '';
}

/**
 * Runs that app in one page; its WebView is another, which has the object that react-native-webview puts into it.
 * `signIn` is the app's own back end. Answers what the app tells the page, as it comes.
 */
export async function runNativeApp(app: Page, view: Page, url: string, signIn: () => Promise<string>) {
  await view.exposeFunction('post', (data: string) =>
    app.evaluate(`view.props.onMessage({ nativeEvent: ${JSON.stringify({ data, url: view.url() })} })`),
  );
  await view.addInitScript('window.ReactNativeWebView = { postMessage: (text) => void post(text) };');
  await app.exposeFunction('load', (address: string) => view.goto(address).then(() => {}));
  const injected: string[] = [];
  await app.exposeFunction('inject', (script: string) => {
    injected.push(script);
    return view.evaluate(script).catch(() => {});
  });
  await app.exposeFunction('renew', signIn);
  await app.addScriptTag({ content: await appCode(url) });
  return injected;
}
