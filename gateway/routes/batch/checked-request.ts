import type { Notice } from '#contracts/cart.ts';
import type { CartCommand } from '#contracts/cart-commands.ts';
import { refusal, ServiceError, statusOf } from '#platform/errors/errors.ts';
import type { Entry } from '../../cache/response-cache.ts';
import { SharedAnswer } from '../../cache/shared-answer.ts';
import { memberParameters, type Parameters, urlParameters } from '../../http/body.ts';
import type { Mount } from '../../http/mounts.ts';
import { requireServedVersion } from '../../http/mounts.ts';
import type { Call } from '../../routing/call.ts';
import type { Rendered } from '../../routing/render.ts';
import type { RouteTable } from '../../routing/router.ts';
import { type BatchFunctions, batchFunctionsOf } from '../cart/cart-route.ts';
import { addressOf } from './address.ts';
import type { BatchRequest } from './batch-body.ts';

/** A checked request about the cart: its command, and functions that turn the outcome into an answer. */
export interface CartRequest {
  readonly kind: 'cart';
  /** The command. Null for a request that only reads the cart. */
  readonly command: CartCommand | null;
  /** Notices that the gateway adds to the notices of the cart service. */
  readonly notices: readonly Notice[];
  readonly batchFunctions: BatchFunctions;
  readonly rendered: Rendered;
}

/** A checked request: a cart request, an answer of the catalogue, or an error. */
export type CheckedRequest =
  | CartRequest
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

interface Checked extends Rendered {
  readonly query: Parameters;
}

/**
 * Returns the route of a request with its checked parameters.
 *
 * @throws ServiceError for an invalid path or parameter
 */
function renderedOf({ method, path, body }: BatchRequest, mount: Mount, table: RouteTable): Checked {
  const address = addressOf(path, mount.prefix);
  if (!address) throw refusal('rest_invalid_path', {});
  requireServedVersion(address.path);
  const found = table.find(method, address.path);
  if (!found) throw refusal('rest_no_route', {});
  const { route, params } = found;
  const query = urlParameters(address.query);
  const prepared = route.prepare({
    path: (name) => params[name],
    query,
    body: memberParameters(body),
    lenient: mount.dialect.unknownFilters === 'ignored',
  });
  return { route, prepared, query, request: { mount } };
}

/** Checks the requests of one batch, and gets the answers of the catalogue reads. */
export class RequestChecker {
  readonly #call: Call;
  readonly #table: RouteTable;
  #made = 0;
  #cartReads = 0;
  #items = 0;

  constructor(call: Call, table: RouteTable) {
    this.#call = call;
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

  async #checked(request: BatchRequest): Promise<CheckedRequest> {
    const call = this.#call;
    const named = itemsNamed(request.body);
    this.#count(named);
    const rendered = renderedOf(request, call.mount, this.#table);
    const { route, prepared } = rendered;
    if (route.kind === 'catalogue') return { kind: 'catalogue', entry: await this.#entry(rendered) };
    const batchFunctions = batchFunctionsOf(prepared);
    // A route with a cart key in its path is refused, because its cart may not be the cart of the batch.
    if (!batchFunctions || prepared.cartKey) throw refusal('rest_batch_not_allowed', {});
    const command = batchFunctions.command(call);
    if (command) this.#count(itemsIn(command) - named);
    else this.#countRead();
    return { kind: 'cart', command, notices: batchFunctions.notices(call), batchFunctions, rendered };
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
  async #entry(read: Checked): Promise<Entry> {
    const { identity, address, shared: deps } = this.#call;
    const shared = new SharedAnswer({ ...read, identity, address: () => address }, deps);
    if (!shared.isCached) {
      if (this.#made === maxUncached) throw refusal('service_batch_too_many_reads', { maximum: maxUncached });
      this.#made += 1;
    }
    return (await shared.get(() => this.#call.withoutRepeats)).entry;
  }
}
