import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Window } from 'happy-dom';
import { rolldown } from 'rolldown';
import { afterAll, onTestFinished, vi } from 'vitest';
import { root } from '../../../dev/base/settings.ts';

export type Harness = typeof import('./harness.fixture.ts');

/** The supported versions of React, and the names of their packages here. */
export const versions = { 'React 18': '-18', 'React 19': '' } as const;

/** Bundles the hooks with a version of React. Returns the path of the bundle, which is removed after the test file. */
export async function bundleWith(version: keyof typeof versions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-react-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const suffix = versions[version];
  const installed = (name: string, more: string) => join(root, 'node_modules', `${name}${suffix}`, more);
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'harness.fixture.ts'),
    platform: 'browser',
    // The aliases are those below alone.
    tsconfig: false,
    resolve: {
      alias: {
        '@cartwright/client': join(root, 'clients/typescript/src/index.ts'),
        'react-dom/server.browser': installed('react-dom', 'server.browser.js'),
        'react-dom/client': installed('react-dom', 'client.js'),
        'react-dom': installed('react-dom', 'index.js'),
        'react/jsx-runtime': installed('react', 'jsx-runtime.js'),
        react: installed('react', 'index.js'),
      },
    },
    // StrictMode does its work only during development.
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
    logLevel: 'silent',
  });
  const file = join(folder, 'page.mjs');
  await bundle.write({ file, format: 'es' });
  await bundle.close();
  return file;
}

let loads = 0;
/** Loads a bundle again, since React looks once whether there is a document. */
const load = (file: string): Promise<Harness> => import(`${pathToFileURL(file).href}?${loads++}`);

/** What a browser has that React, the client and the tests use. */
const globals = ['document', 'addEventListener', 'removeEventListener', 'HTMLIFrameElement'] as const;

/** A page in a browser, and what it shows. */
export interface Page extends Harness {
  readonly window: Window;
  readonly body: { innerHTML: string };
  /** Shows a component in StrictMode. Returns the function that removes it. */
  show(component: () => unknown, client: ReturnType<Harness['createClient']>): () => void;
  /** The text of the page. */
  text(): string;
}

/** Makes a document of this process until the test ends. `onEnd` is called before it is closed. */
function openDocument(onEnd: () => void): Window {
  const window = new Window({ url: 'https://shop.example/' });
  vi.stubGlobal('window', window);
  for (const name of globals) {
    const value = window[name];
    vi.stubGlobal(name, name.endsWith('EventListener') ? (value as () => void).bind(window) : value);
  }
  onTestFinished(async () => {
    onEnd();
    // React ends effects of what was removed in later turns.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    vi.unstubAllGlobals();
    await window.happyDOM.close();
  });
  return window;
}

/** Opens a page with a bundle until the test ends. */
export async function openPage(file: string): Promise<Page> {
  const shown: (() => void)[] = [];
  const window = openDocument(() => {
    for (const remove of shown) remove();
  });
  const harness = await load(file);
  const { createElement, createRoot, ShopProvider, StrictMode } = harness;
  const show: Page['show'] = (component, client) => {
    const container = window.document.body.appendChild(window.document.createElement('div'));
    const reactRoot = createRoot(container as never);
    const page = createElement(component as () => null);
    reactRoot.render(createElement(StrictMode, null, createElement(ShopProvider, { client }, page)));
    const remove = () => reactRoot.unmount();
    shown.push(remove);
    return remove;
  };
  return {
    ...harness,
    window,
    body: window.document.body,
    show,
    text: () => window.document.body.textContent ?? '',
  };
}

/** Loads a bundle as a server does: there is no document. */
export const onServer = load;
