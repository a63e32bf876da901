import { z } from 'zod';
import { type CartCommand, type CommandResult, changeCartTogether } from '#contracts/cart-commands.ts';
import { refusal, ServiceError, statusOf } from '#platform/errors/errors.ts';
import { invalidParameter } from '#platform/errors/faults.ts';
import type { Entry } from '../../cache/response-cache.ts';
import { type CartKeySources, carriedKey, customerIdKeys } from '../../caller/cart-keys.ts';
import { memberParameters, urlParameters } from '../../http/body.ts';
import { normalizedPath, requireServedVersion } from '../../http/mounts.ts';
import { cachedAnswer, cacheKeyOf } from '../../routing/answer.ts';
import { currentCart, readOutcome } from '../../routing/carts.ts';
import { checkedParameters } from '../../routing/check.ts';
import { jsonMap, list } from '../../routing/parameters.ts';
import type { Request } from '../../routing/request.ts';
import type { CartOutcome, Route } from '../../routing/route.ts';
import type { RouteTable } from '../../routing/router.ts';
import { handled } from '../../routing/run.ts';

/** Maximum number of requests in a batch (docs/reference/batch.md#send-several-requests). */
const maxRequests = 25;
/** Maximum number of characters in the path of a request in a batch. */
const maxPathLength = 2_000;

/** A request of a batch. Only headers with a cart key have an effect. */
const BatchRequest = z.object({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE', 'GET']).default('POST').describe('The HTTP method.'),
  path: z.string().min(1).max(maxPathLength).describe('The path with its query.'),
  body: jsonMap(1_000).default({}).describe('The body of the request.'),
  headers: jsonMap(100)
    .default({})
    .describe('The headers of the request; only those with a cart key have an effect.'),
});
export type BatchRequest = z.output<typeof BatchRequest>;

/** Body of a batch (docs/reference/batch.md#send-several-requests). */
export const BatchBody = z.object({
  validation: z
    .enum(['normal', 'require-all-validate'])
    .default('normal')
    .describe('With `require-all-validate` nothing is done if one request is invalid.'),
  requests: list(BatchRequest, maxRequests, 1).describe('The requests, at most 25.'),
});

/** Address of a request in a batch: the path inside the mount, and the query without the question mark. */
interface Address {
  readonly path: string;
  readonly query: string;
}

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Parses the path of a request in a batch (docs/reference/batch.md#send-several-requests), such as
 * `/v2/cart/…`. The path may begin with `/cocart`, or with the last segment of the mount's prefix; this
 * segment is removed: `/cocart/v2/cart` → `/v2/cart`. Returns null if the text is not a path.
 */
export function addressOf(written: string, prefix: string): Address | null {
  if (!written.startsWith('/') || /[\p{Cc}\\]/u.test(written)) return null;
  const url = URL.parse(written.replace(/^\/+/, '/'), 'http://batch');
  if (!url || !isWellFormed(url.pathname)) return null;
  const path = normalizedPath(url.pathname);
  const [, first = ''] = path.split('/', 2);
  const names = ['cocart', prefix.slice(prefix.lastIndexOf('/') + 1)];
  const isNamed = first !== '' && names.includes(first);
  return { path: isNamed ? path.slice(first.length + 1) : path, query: url.search.slice(1) };
}

/** Returns the parts of a batch request that may contain a cart key: headers, body and query. */
function carryingOf({ headers, path, body }: BatchRequest): CartKeySources {
  const query = urlParameters(addressOf(path, '')?.query ?? '');
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { headers: Object.fromEntries(lowerCased), body: memberParameters(body), query };
}

function keyOf(request: BatchRequest): string | null {
  return carriedKey(carryingOf(request));
}

/**
 * Maximum number of different customer ids that a batch may contain as cart keys. The limit exists because
 * the gateway asks the auth service about each id.
 */
const maxIds = 3;

/** Returns the refusal for a batch whose requests have different cart keys. */
function severalCarts() {
  return invalidParameter('requests', 'one_cart');
}

/**
 * Returns the cart keys in the requests that look like the id of a customer (`customerIdKeys`), without duplicates.
 *
 * @throws ServiceError `rest_invalid_param` for more than three such keys
 */
export function customerIdKeysInRequests(requests: readonly BatchRequest[]): string[] {
  const ids = new Set(requests.flatMap((request) => customerIdKeys(carryingOf(request))));
  if (ids.size > maxIds) throw severalCarts();
  return [...ids];
}

/**
 * Returns the cart key that the requests contain. Returns null if no request contains a key.
 *
 * @throws ServiceError `rest_invalid_param` for different keys
 */
export function keyInRequests(requests: readonly BatchRequest[]): string | null {
  const keys = new Set(requests.map(keyOf).filter((key) => key !== null));
  if (keys.size > 1) throw severalCarts();
  return [...keys][0] ?? null;
}

/** A checked request of a batch about the cart. */
export interface CartPart {
  readonly kind: 'cart';
  readonly route: Route;
  readonly request: Request;
  /** The command. Null for a request that only reads the cart. */
  readonly command: CartCommand | null;
}

/** A checked request: a cart request, an answer of the catalogue, or an error. */
export type CheckedRequest =
  | CartPart
  | { readonly kind: 'catalogue'; readonly entry: Entry }
  | { readonly kind: 'refused'; readonly error: ServiceError };

/** Maximum number of uncached catalogue reads in a batch. */
const maxUncached = 5;
/**
 * Maximum number of cart reads in a batch. The number is small because each answer may contain a cart of 200
 * lines.
 */
const maxCartReads = 10;
/** Maximum number of items that all requests of a batch together may name. */
const maxItems = 500;

/** Returns the number of items in a command. */
function itemsIn(command: CartCommand): number {
  switch (command.kind) {
    case 'add-items':
      return command.items.length;
    case 'add-group':
    case 'set-quantities':
      return Object.keys(command.quantities).length;
    default:
      return 1;
  }
}

/**
 * Returns the number of entries in `items` or `quantity`. The gateway counts these entries before it checks
 * the body, because checking many items costs time.
 */
function itemsNamed({ items, quantity }: BatchRequest['body']): number {
  const sizes = [items, quantity].map((one) =>
    typeof one === 'object' && one !== null ? Object.keys(one).length : 0,
  );
  return Math.max(...sizes);
}

/** A request of a batch with its route. */
interface Routed {
  readonly route: Route;
  readonly request: Request;
}

/**
 * Returns a request of a batch with its checked parameters.
 *
 * @throws ServiceError for an invalid path or parameter
 */
function routedOf({ method, path, body }: BatchRequest, batch: Request, table: RouteTable<Route>): Routed {
  const { mount, dialect } = batch;
  const address = addressOf(path, mount.prefix);
  if (!address) throw refusal('rest_invalid_path', {});
  requireServedVersion(address.path);
  const found = table.find(method, address.path);
  if (!found) throw refusal('rest_no_route', {});
  const { route, params } = found;
  const sent = { path: params, query: urlParameters(address.query), body: memberParameters(body) };
  const isLenient = dialect.unknownFilters === 'ignored';
  const checked = checkedParameters(route, sent, { isLenient, isStrict: false });
  return { route, request: batch.part(route, sent, checked) };
}

/** Checks the requests of one batch, and gets the answers of the catalogue reads. */
export class RequestChecker {
  readonly #batch: Request;
  readonly #table: RouteTable<Route>;
  #made = 0;
  #cartReads = 0;
  #items = 0;

  constructor(batch: Request, table: RouteTable<Route>) {
    this.#batch = batch;
    this.#table = table;
  }

  /**
   * Returns the checked requests. Catalogue reads run one after another, so that the gateway serves other
   * clients between two reads.
   *
   * @throws ServiceError for server faults, so that the client can repeat the batch
   */
  async all(requests: readonly BatchRequest[]): Promise<CheckedRequest[]> {
    const checked: CheckedRequest[] = [];
    for (const request of requests) checked.push(await this.#one(request));
    return checked;
  }

  async #one(request: BatchRequest): Promise<CheckedRequest> {
    try {
      return await this.#checked(request);
    } catch (thrown) {
      if (thrown instanceof ServiceError && statusOf(thrown) < 500) return { kind: 'refused', error: thrown };
      throw thrown;
    }
  }

  async #checked(written: BatchRequest): Promise<CheckedRequest> {
    const named = itemsNamed(written.body);
    this.#count(named);
    const routed = routedOf(written, this.#batch, this.#table);
    const { route, request } = routed;
    if (route.kind === 'catalogue') return { kind: 'catalogue', entry: await this.#entry(routed) };
    // A route with a cart key in its path is refused, because its cart may not be the cart of the batch.
    if (!route.view || route.cartKey) throw refusal('rest_batch_not_allowed', {});
    const command = route.command?.(request) ?? null;
    if (command) this.#count(itemsIn(command) - named);
    else this.#countRead();
    return { kind: 'cart', route, request, command };
  }

  /**
   * Adds `more` to the number of items in the batch.
   *
   * @throws ServiceError `service_too_many_parameters` if the batch then has more than `maxItems` items
   */
  #count(more: number): void {
    const items = this.#items + more;
    if (items > maxItems) throw refusal('service_too_many_parameters', { maximum: maxItems });
    this.#items = items;
  }

  /**
   * Counts a cart read.
   *
   * @throws ServiceError `service_batch_too_many_reads` for more than `maxCartReads` cart reads
   */
  #countRead(): void {
    if (this.#cartReads === maxCartReads)
      throw refusal('service_batch_too_many_reads', { maximum: maxCartReads });
    this.#cartReads += 1;
  }

  /**
   * Returns the answer of a catalogue read.
   *
   * @throws ServiceError `service_batch_too_many_reads` if the answer is not cached and the batch already had
   * `maxUncached` uncached reads
   */
  async #entry({ route, request }: Routed): Promise<Entry> {
    const key = cacheKeyOf(route, request);
    if (key === null || !request.deps.cache.has(key)) {
      if (this.#made === maxUncached) throw refusal('service_batch_too_many_reads', { maximum: maxUncached });
      this.#made += 1;
    }
    return (await cachedAnswer(key, route, request, () => handled(route, request))).entry;
  }
}

/**
 * The changed cart, and the results of the commands. A result is null if the cart service dropped the command
 * because another command failed.
 */
export interface Changed {
  /** The cart with the notices of all requests. */
  readonly outcome: CartOutcome;
  readonly results: readonly (CommandResult | null)[];
}

const readResult: CommandResult = { ok: true, lineKeys: [], notices: [] };

/**
 * Sends the commands of all requests to the cart service, in order and in one commit. If no
 * request changes the cart, only reads the cart.
 *
 * @throws ServiceError for errors of the whole batch: wrong preconditions, the rate limit, an
 * unavailable service
 */
export async function changedTogether(
  requests: readonly CartPart[],
  allOrNone: boolean,
  batch: Request,
): Promise<Changed> {
  if (requests.every(({ command }) => command === null)) {
    const outcome = readOutcome(await currentCart(batch));
    return { outcome, results: requests.map(() => readResult) };
  }
  const commands = requests.map(({ command }) => command ?? { kind: 'look' as const });
  const { results, ...changed } = await batch.ask(changeCartTogether, {
    ...batch.writeConditions,
    commands,
    allOrNone,
  });
  return { outcome: { ...changed, lineKeys: [] }, results };
}
