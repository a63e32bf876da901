import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Returns another answer for a path, such as an error. Null: the shop answers with its data. */
export type Trouble = (
  path: string,
) => { status: number; body?: string; headers?: Record<string, string> } | null;

/** A fake WooCommerce that serves a folder of JSON. */
export interface FakeShop {
  readonly url: string;
  readonly key: { readonly consumerKey: string; readonly consumerSecret: string };
  /** The requested paths with their queries, in order. */
  readonly asked: string[];
  folder: string;
  trouble: Trouble;
  end(): Promise<void>;
}

const files: readonly (readonly [pattern: RegExp, file: string, list?: 'terms' | 'variations'])[] = [
  [/^wc\/v3\/products$/, 'products.json'],
  [/^wc\/v3\/products\/(\d+)\/variations$/, 'variations.json', 'variations'],
  [/^wc\/v3\/products\/attributes$/, 'attributes.json'],
  [/^wc\/v3\/products\/attributes\/(\d+)\/terms$/, 'attribute-terms.json', 'terms'],
  [/^wc\/v3\/products\/(categories|tags|reviews|brands)$/, '$1.json'],
  [/^wc\/v3\/products\/shipping_classes$/, 'shipping-classes.json'],
  [/^wc\/v3\/(coupons|taxes)$/, '$1.json'],
  [/^wc\/v3\/taxes\/classes$/, 'tax-classes.json'],
  [/^wc\/v3\/settings\/(\w+)$/, 'settings-$1.json'],
  [/^wc\/v3\/shipping\/zones$/, 'shipping-zones.json'],
  [/^wp\/v2\/media$/, 'media.json'],
  [/^$/, 'site.json'],
];

async function contentOf(folder: string, file: string): Promise<unknown> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

/** Returns the data of the shop for a path; null if there is no data. */
async function found(folder: string, path: string): Promise<unknown> {
  const [, id, part] = /^wc\/v3\/shipping\/zones\/(\d+)\/(locations|methods)$/.exec(path) ?? [];
  if (id !== undefined && part !== undefined) {
    const zones = (await contentOf(folder, 'shipping-zones.json')) as Record<string, unknown>[];
    return zones.find((zone) => zone.id === Number(id))?.[part] ?? null;
  }
  for (const [pattern, file, list] of files) {
    const match = pattern.exec(path);
    if (!match) continue;
    const content = await contentOf(folder, file.replace('$1', match[1] ?? ''));
    return list ? ((content as Record<string, unknown> | null)?.[match[1] ?? ''] ?? []) : content;
  }
  return null;
}

function send(response: ServerResponse, content: unknown, query: URLSearchParams): void {
  const perPage = Number(query.get('per_page') ?? 10);
  if (!Array.isArray(content) || !query.has('page')) {
    response.end(JSON.stringify(content));
    return;
  }
  const start = (Number(query.get('page')) - 1) * perPage;
  response.setHeader('X-WP-Total', content.length);
  response.setHeader('X-WP-TotalPages', Math.ceil(content.length / perPage));
  response.end(JSON.stringify(content.slice(start, start + perPage)));
}

/** Starts a fake shop on a free port. The shop serves the folder that the test sets. */
export async function startFakeShop(): Promise<FakeShop> {
  const authorization = `Basic ${Buffer.from('ck_test:cs_test').toString('base64')}`;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://shop');
    const path = pathname.replace(/^\/wp-json\//, '');
    shop.asked.push(path + search);
    const trouble = shop.trouble(path + search);
    if (trouble) return response.writeHead(trouble.status, trouble.headers).end(trouble.body ?? '{}');
    const needed = path.startsWith('wp/') ? undefined : authorization;
    if (request.headers.authorization !== needed) return response.writeHead(401).end('{}');
    const content = await found(shop.folder, path);
    return content === null ? response.writeHead(404).end('{}') : send(response, content, searchParams);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const shop: FakeShop = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: { consumerKey: 'ck_test', consumerSecret: 'cs_test' },
    asked: [],
    folder: '',
    trouble: () => null,
    end: async () => {
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
    },
  };
  return shop;
}
