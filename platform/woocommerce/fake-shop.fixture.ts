import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopData } from './shop-data.fixture.ts';

/** Another answer than the shop's data. Without a status, the shop answers with its data. */
interface TroubledAnswer {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  /** Milliseconds that the shop waits before its answer. */
  readonly waitMs?: number;
  /** What the shop prints before the JSON. */
  readonly notice?: string;
  /** Whether the connection ends without an answer. */
  readonly isCut?: boolean;
}
/** Returns another answer for a path, such as an error. Null: the shop answers with its data. */
type Trouble = (path: string) => TroubledAnswer | null;

/** How a shop pages its lists if its host or a plugin interferes. Members that are missing have WordPress's behaviour. */
export interface OddPaging {
  /** Maximum number of records of a page. */
  readonly most?: number;
  /** Whether more records than `most` are refused with 400. */
  readonly refusesMore?: boolean;
  /** Returns the records of a page. */
  pageOf?(all: readonly unknown[], page: number, perPage: number): readonly unknown[];
  /** Returns the headers about a list of `total` records, for a page with `size` records. */
  headers?(total: number, size: number): Record<string, string>;
  /** Whether a page after the last one is refused with 400. */
  readonly refusesBeyond?: boolean;
}

/** A fake WooCommerce that serves a folder of JSON. */
export interface FakeShop {
  readonly url: string;
  readonly key: { readonly consumerKey: string; readonly consumerSecret: string };
  /** The requested paths with their queries, in order. */
  readonly asked: string[];
  /** How often the plugin was asked about a password. */
  passwordsAsked: number;
  folder: string;
  /** Data in memory, which the shop serves in place of the folder. */
  data: ShopData | null;
  trouble: Trouble;
  /** Called before each request is answered. */
  answering: () => void;
  /** Lists with this text in their path are paged in this way. */
  odd: { readonly list: string; readonly paging: OddPaging } | null;
  /** Whether the shop has the list of all variations, as WooCommerce 10.3 has. */
  hasAllVariations: boolean;
  /** Whether the shop reads the route from the query only, and answers each path with its home page. */
  plainPermalinks: boolean;
  /** Whether the host of the shop drops the header `Authorization`. */
  dropsAuthorization: boolean;
  end(): Promise<void>;
}

const files: readonly (readonly [pattern: RegExp, file: string, list?: 'terms' | 'variations'])[] = [
  [/^wc\/v3\/products$/, 'products.json'],
  [/^wc\/v3\/products\/(\d+)\/variations$/, 'variations.json', 'variations'],
  [/^wc\/v3\/products\/attributes$/, 'attributes.json'],
  [/^wc\/v3\/products\/attributes\/(\d+)\/terms$/, 'attribute-terms.json', 'terms'],
  [/^wc\/v3\/products\/(categories|tags|reviews|brands)$/, '$1.json'],
  [/^wc\/v3\/products\/shipping_classes$/, 'shipping-classes.json'],
  [/^wc\/v3\/(coupons|customers|taxes)$/, '$1.json'],
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
  if (path === 'wc/v3/variations') {
    const lists = (await contentOf(folder, 'variations.json')) as Record<string, unknown[]> | null;
    return Object.values(lists ?? {}).flat();
  }
  for (const [pattern, file, list] of files) {
    const match = pattern.exec(path);
    if (!match) continue;
    const content = await contentOf(folder, file.replace('$1', match[1] ?? ''));
    return list ? ((content as Record<string, unknown> | null)?.[match[1] ?? ''] ?? []) : content;
  }
  return null;
}

function send(
  response: ServerResponse,
  content: unknown,
  query: URLSearchParams,
  paging: OddPaging,
  notice: string,
): ServerResponse {
  const asked = Number(query.get('per_page') ?? 10);
  if (!Array.isArray(content) || !query.has('page')) return response.end(notice + JSON.stringify(content));
  const perPage = Math.min(asked, paging.most ?? asked);
  if (paging.refusesMore && perPage < asked) return refuse(response, 400, 'rest_invalid_param');
  const page = Number(query.get('page'));
  const usual = content.slice((page - 1) * perPage, page * perPage);
  if (paging.refusesBeyond && page > 1 && usual.length === 0)
    return refuse(response, 400, 'rest_post_invalid_page_number');
  const records = paging.pageOf?.(content, page, perPage) ?? usual;
  const pages = String(Math.ceil(content.length / perPage));
  const headers = { 'X-WP-Total': String(content.length), 'X-WP-TotalPages': pages };
  response.writeHead(200, paging.headers?.(content.length, records.length) ?? headers);
  return response.end(notice + JSON.stringify(records));
}

function refuse(response: ServerResponse, status: number, code: string): ServerResponse {
  return response.writeHead(status).end(JSON.stringify({ code, message: 'Refused.', data: { status } }));
}

const keyPair = { consumerKey: 'ck_test', consumerSecret: 'cs_test' };

/**
 * Returns whether a request has the credentials that its path needs. As WordPress with application passwords does, the
 * shop refuses the key pair for the paths that do not begin with `wc/`.
 */
function isAllowed(shop: FakeShop, request: IncomingMessage, path: string, query: URLSearchParams): boolean {
  const header = shop.dropsAuthorization ? undefined : request.headers.authorization;
  if (!/^wc[/-]/.test(path) || path.startsWith('wc/store/')) return header === undefined;
  if (shop.plainPermalinks && !/wp-json\/wc[/-]/.test(request.url ?? '')) return false;
  if (header === `Basic ${btoa('ck_test:cs_test')}`) return true;
  return query.get('consumer_key') === 'ck_test' && query.get('consumer_secret') === 'cs_test';
}

/** Returns the REST route of a URL; null if the URL leads to a page of the shop. */
function routeOf({ plainPermalinks }: FakeShop, { pathname, searchParams }: URL): string | null {
  if (plainPermalinks) return searchParams.get('rest_route')?.replace(/^\//, '') ?? null;
  return pathname.startsWith('/wp-json/') ? pathname.slice('/wp-json/'.length) : null;
}

/** Answers a route with the data of the shop's folder. */
async function answerFrom(
  shop: FakeShop,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
  notice = '',
) {
  const paging = shop.odd && path.includes(shop.odd.list) ? shop.odd.paging : {};
  const isMissing = path === 'wc/v3/variations' && !shop.hasAllVariations;
  if (shop.data && !isMissing) {
    response.setHeader('date', new Date(shop.data.now * 1_000).toUTCString());
    const answer = shop.data.answer(path, query);
    if ('code' in answer) return refuse(response, 404, answer.code);
    return send(response, answer.value, query, paging, notice);
  }
  const content = isMissing ? null : await found(shop.folder, path);
  if (content === null) return refuse(response, 404, 'rest_no_route');
  return send(response, content, query, paging, notice);
}

/** Starts a fake shop on a free port. The shop serves the folder that the test sets. */
export async function startFakeShop(): Promise<FakeShop> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://shop');
    const path = routeOf(shop, url);
    if (path === null) return response.writeHead(200).end('<!DOCTYPE html><html><body>Home</body></html>');
    shop.asked.push(path + url.search);
    const { status, body = '{}', headers, waitMs = 0, notice, isCut } = shop.trouble(path + url.search) ?? {};
    shop.answering();
    if (isCut) return response.destroy();
    if (waitMs > 0) await sleep(waitMs);
    if (status !== undefined) return response.writeHead(status, headers).end(body);
    if (!isAllowed(shop, request, path, url.searchParams))
      return refuse(response, 401, 'woocommerce_rest_cannot_view');
    if (path === 'wc-cartwright/v1/password' && shop.data?.traits.hasPlugin) {
      const { login, password } = (await json(request)) as { login: string; password: string };
      shop.passwordsAsked += 1;
      return response.end(JSON.stringify(shop.data.checkPassword(login, password)));
    }
    return answerFrom(shop, response, path, url.searchParams, notice);
  };
  // A client that no longer waits cuts the connection.
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const shop: FakeShop = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: keyPair,
    asked: [],
    passwordsAsked: 0,
    folder: '',
    data: null,
    trouble: () => null,
    answering: () => undefined,
    odd: null,
    hasAllVariations: false,
    plainPermalinks: false,
    dropsAuthorization: false,
    end: async () => {
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
    },
  };
  return shop;
}
