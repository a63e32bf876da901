// Tests the client on platforms that support the standards of the web and lack the functions of Node: browsers, Deno,
// workers.
import { createContext, runInContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../../../dev/base/settings.ts';
import { shared } from '../../../testing/shared.ts';

/** Globals that browsers, Deno and workers all have, in addition to the language itself. */
const standards = {
  ...{ fetch, Request, Response, Headers, URL, URLSearchParams, AbortController, AbortSignal, DOMException },
  ...{ ReadableStream, TextDecoderStream, TextDecoder, TextEncoder, crypto, btoa, setTimeout, clearTimeout },
};
/**
 * A program that adds a product to a cart and waits for the cart's first event. Its result ends with
 * `typeof process` and `typeof Buffer`, which shows that the program had no globals of Node.
 */
const visit = `async (url) => {
  // A busy shop refuses requests for a while.
  const shop = client.createClient({ url, repeats: { attempts: 60, longestWaitMs: 3_000 } });
  const { products } = await shop.products.list({ type: 'simple', stock_status: 'instock', hide_free: true });
  const { item_count } = await shop.cart.addItem({ id: products[0].id, quantity: 2 });
  const end = new AbortController();
  let type;
  for await (const event of shop.cart.events({ signal: end.signal })) {
    type = event.type;
    end.abort();
  }
  return [item_count, type, typeof process, typeof Buffer];
}`;
const visited = [2, 'cart.current', 'undefined', 'undefined'];

let bundle: string;
let url: string;

beforeAll(async () => {
  const lib = {
    entry: `${root}/clients/typescript/src/index.ts`,
    name: 'client',
    formats: ['iife'] as ['iife'],
  };
  const building = build({ configFile: false, logLevel: 'silent', build: { write: false, lib } });
  const [built, shop] = await Promise.all([building, shared('shop')]);
  const [{ output }] = built as unknown as [{ output: [{ code: string; imports: string[] }] }];
  expect(output[0].imports).toEqual([]);
  [bundle, url] = [output[0].code, shop.httpUrl];
});

test('it needs the standards of the web only', async () => {
  const context = createContext({ ...standards });
  runInContext(bundle, context);
  expect(await runInContext(`(${visit})`, context)(url)).toEqual(visited);
});

test('it works in a worker', async () => {
  // The parameters `process`, `Buffer`, … are undefined, which hides Node's globals from the bundle. Node's own
  // `fetch` still needs the globals, so the worker does not delete them.
  const program = `const { parentPort } = require('node:worker_threads');
    ((process, Buffer, require, module) => { ${bundle}; return (${visit}); })()(${JSON.stringify(url)})
      .then((seen) => parentPort.postMessage(seen));`;
  const worker = new Worker(program, { eval: true });
  const seen = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
  expect(seen).toEqual(visited);
});
