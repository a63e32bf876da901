import type { Notice } from '#contracts/cart.ts';
import type { CartCommand } from '#contracts/cart-commands.ts';
import { refusal, ServiceError, statusOf } from '#platform/errors/errors.ts';
import type { Entry } from '../../cache/response-cache.ts';
import { SharedAnswer } from '../../cache/shared-answer.ts';
import { memberParameters, type Parameters, urlParameters } from '../../edge/body.ts';
import type { Call } from '../../routing/call.ts';
import { requireServedVersion } from '../../routing/enter-mount.ts';
import type { Mount } from '../../routing/mounts.ts';
import type { Rendered } from '../../routing/render.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import { type CartShare, shareOf } from '../cart/cart-route.ts';
import { addressOf } from './address.ts';
import type { BatchRequest } from './batch-body.ts';

/** A request about the cart: its command, and how its outcome is shown. */
export interface CartRequest {
  readonly kind: 'cart';
  /** Null for a request that only reads the cart. */
  readonly command: CartCommand | null;
  /** Notices of the gateway, added to those of the cart. */
  readonly notices: readonly Notice[];
  readonly share: CartShare;
  readonly rendered: Rendered;
}

/** A checked request: a cart request, an answer of the catalogue, or an error. */
export type CheckedRequest =
  | CartRequest
  | { readonly kind: 'catalogue'; readonly entry: Entry }
  | { readonly kind: 'refused'; readonly error: ServiceError };

/** Maximum number of uncached catalogue reads in one batch. */
const mostMade = 5;
/** Maximum number of cart reads in one batch: each presents a cart of up to 200 lines. */
const mostLooks = 10;
/** Maximum number of items in all requests of a batch. A cart has 200 lines. */
const mostItems = 500;

/** Returns how many items a command names. */
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

/** Returns the minimum number of items in a body. They are counted before the check, because the check costs time. */
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
 * Returns the route of a request and its checked parameters. @throws ServiceError for a bad path or parameter
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

/** Checks the requests of one batch: finds their routes as for HTTP, and answers catalogue reads. */
export class RequestChecker {
  readonly #call: Call;
  readonly #table: RouteTable;
  #made = 0;
  #looks = 0;
  #items = 0;

  constructor(call: Call, table: RouteTable) {
    this.#call = call;
    this.#table = table;
  }

  /**
   * Checks all requests. Catalogue reads run one after another, so that other clients are served in between.
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
    const share = shareOf(prepared);
    // This route takes its cart from the path, so it could be another cart.
    if (!share || prepared.cartKey) throw refusal('rest_batch_not_allowed', {});
    const command = share.command(call);
    if (command) this.#count(itemsIn(command) - named);
    else this.#look();
    return { kind: 'cart', command, notices: share.notices(call), share, rendered };
  }

  /** @throws ServiceError `service_too_many_parameters` */
  #count(more: number): void {
    const items = this.#items + more;
    if (items > mostItems) throw refusal('service_too_many_parameters', { maximum: mostItems });
    this.#items = items;
  }

  /** @throws ServiceError `service_batch_too_many_reads` */
  #look(): void {
    if (this.#looks === mostLooks) throw refusal('service_batch_too_many_reads', { maximum: mostLooks });
    this.#looks += 1;
  }

  /** @throws ServiceError `service_batch_too_many_reads` */
  async #entry(question: Checked): Promise<Entry> {
    const { identity, address, shared: deps } = this.#call;
    const shared = new SharedAnswer({ ...question, identity, address: () => address }, deps);
    if (!shared.isKept) {
      if (this.#made === mostMade) throw refusal('service_batch_too_many_reads', { maximum: mostMade });
      this.#made += 1;
    }
    return (await shared.get(() => this.#call.patient)).entry;
  }
}
