import { type CartAccount, Email } from '#contracts/accounts.ts';
import type { Audience } from '#contracts/audience.ts';
import { nobody } from '#contracts/claim.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { type Change, emailsOf, ruleOf } from '../domain/commands.ts';
import { limitsCustomers } from '../domain/coupons/conditions.ts';
import { labellingIds } from '../domain/rules/choice.ts';
import { crossSellIds } from '../domain/view/cross-sells.ts';
import { type BuiltContext, type CommandContext, type FactsById, idsIn } from '../model/command.ts';
import type { CartExtension } from '../model/extension.ts';
import type { CartState } from '../model/state.ts';
import type { Accounts } from './accounts.ts';

/** Products to look up: by id, and by the references that clients send. A reference is an id or a SKU. */
export interface WantedProducts {
  readonly ids: readonly number[];
  readonly references: readonly string[];
}

/**
 * Facts of products by id, and whether some facts are stale because the catalogue does not answer. `named`
 * contains the product id for each reference; null for an unknown reference.
 */
export interface KnownProducts {
  readonly facts: FactsById;
  readonly named: ReadonlyMap<string, number | null>;
  readonly stale: boolean;
}

/** Coupons by code, and whether some coupons are stale. The value null means that no coupon has the code. */
export interface KnownCoupons {
  readonly coupons: ReadonlyMap<string, Coupon | null>;
  readonly stale: boolean;
}

/** Products and coupons to look up, with the options of the lookup. */
interface CatalogueRequest extends WantedProducts {
  readonly codes: readonly string[];
  /** The texts that may be the billing e-mail address when coupons are checked. */
  readonly emails: readonly string[];
  readonly options: LookupOptions;
}

export interface LookupOptions {
  /** The context of the request, which has the caller and the deadline. */
  readonly context: Context;
  /**
   * Whether the context may contain data that are recent enough for showing carts, but too old for adding
   * items. Matters only while the catalogue does not answer.
   */
  readonly allowStale: boolean;
  /** The id of the customer who owns the cart; empty for a guest, and if the context is for several carts. */
  readonly customerId: string;
}

export interface CommandContextsDeps {
  /** Source of facts. @throws ServiceError when facts are missing and the catalogue does not answer */
  readonly facts: {
    lookUp(wanted: WantedProducts, context: Context, allowStale: boolean): Promise<KnownProducts>;
  };
  /** Source of coupons. @throws ServiceError when coupons are missing and the catalogue does not answer */
  readonly coupons: {
    lookUp(codes: readonly string[], context: Context, allowStale: boolean): Promise<KnownCoupons>;
  };
  readonly accounts: Pick<Accounts, 'find'>;
  readonly settings: () => StoreSettings;
  readonly extensions: readonly CartExtension[];
  readonly now: () => number;
}

/** Maximum number of e-mail addresses in one request to auth (`findAccounts`). */
const maxEmails = 50;

const emailOf = ({ customer }: CartState) => customer.billing.email;

function limiting(coupons: KnownCoupons['coupons'], codes: Iterable<string>): Coupon[] {
  return [...codes].flatMap((code) => {
    const coupon = coupons.get(code);
    return coupon && limitsCustomers(coupon) ? [coupon] : [];
  });
}

const noCoupons: KnownCoupons = { coupons: new Map(), stale: false };

/**
 * Builds command contexts. Facts need one request to the catalogue, or two if a shopper chose options of a product.
 * Coupons are requested at the same time as the first facts.
 */
export class CommandContexts {
  readonly #deps: CommandContextsDeps;
  readonly #extensions: ReadonlyMap<string, CartExtension>;

  constructor(deps: CommandContextsDeps) {
    this.#deps = deps;
    this.#extensions = new Map(deps.extensions.map((extension) => [extension.namespace, extension]));
  }

  /**
   * Returns the context for showing carts. The context may contain stale data while the catalogue does not answer.
   * @throws ServiceError
   */
  of(states: readonly CartState[], context: Context, customerId = ''): Promise<BuiltContext> {
    return this.#ofStates(states, states.map(emailOf), { context, allowStale: true, customerId });
  }

  /**
   * Returns one context for each audience of the carts' owners, so that a manager sees the prices that the owner
   * of each cart sees. These contexts are not for checks of coupons.
   *
   * @throws ServiceError
   */
  async ofOwners(
    states: readonly CartState[],
    context: Context,
  ): Promise<ReadonlyMap<Audience, CommandContext>> {
    const byAudience = Map.groupBy(states, ({ audience }) => audience);
    const contexts = [...byAudience].map(async ([audience, own]) => {
      const claim = { ...(context.claim ?? nobody), audience };
      const options = { context: { ...context, claim }, allowStale: true, customerId: '' };
      return [audience, (await this.#ofStates(own, [], options)).context] as const;
    });
    return new Map(await Promise.all(contexts));
  }

  /** Returns the context for changes of a cart. @throws ServiceError */
  async forChanges(
    state: CartState,
    changes: readonly Change[],
    options: LookupOptions,
  ): Promise<BuiltContext> {
    const needs = changes.map((change) => ({ change, ...ruleOf(change).needs }));
    const named = needs.flatMap(({ change, couponCodes }) => couponCodes(change));
    const { context: commandContext, stale } = await this.#build({
      ids: idsIn(state),
      references: needs.flatMap(({ change, references }) => references(change, state)),
      codes: [...state.coupons, ...named],
      emails: [emailOf(state), ...changes.flatMap(emailsOf)],
      options,
    });
    const { accounts, coupons } = commandContext;
    if (!options.allowStale && !accounts && limiting(coupons, named).length > 0) {
      throw unavailable('auth does not answer, and a new coupon is limited to some customers');
    }
    const further = needs.flatMap(({ change, furtherIds }) => furtherIds(change, state, commandContext));
    return {
      context: await this.#withFacts(commandContext, further, options.context, options.allowStale),
      stale,
    };
  }

  /** Returns the context of one product that a client names by id or SKU. @throws ServiceError */
  async forReference(reference: string, context: Context): Promise<CommandContext> {
    const options = { context, allowStale: false, customerId: '' };
    return (await this.#build({ ids: [], references: [reference], codes: [], emails: [], options })).context;
  }

  /**
   * Returns the context with further facts that only a view needs: the facts of cross-sells, and the facts that
   * contain labels of chosen options (`labellingIds`). If the catalogue does not answer, returns the context unchanged.
   */
  async forView(commandContext: CommandContext, state: CartState, context: Context): Promise<CommandContext> {
    const labelling = labellingIds([...state.lines, ...state.removed], commandContext.facts);
    const ids = [...crossSellIds(state, commandContext.facts), ...labelling];
    try {
      return await this.#withFacts(commandContext, ids, context, true);
    } catch {
      return commandContext;
    }
  }

  #ofStates(states: readonly CartState[], emails: readonly string[], options: LookupOptions) {
    const codes = states.flatMap(({ coupons }) => coupons);
    return this.#build({ ids: states.flatMap(idsIn), references: [], codes, emails, options });
  }

  async #build({ codes, emails, options, ...wanted }: CatalogueRequest): Promise<BuiltContext> {
    const { context, allowStale, customerId } = options;
    const settings = this.#deps.settings();
    const needsCoupons = settings.couponsEnabled && codes.length > 0;
    const [{ facts, named, stale }, known] = await Promise.all([
      this.#deps.facts.lookUp(wanted, context, allowStale),
      needsCoupons ? this.#deps.coupons.lookUp(codes, context, allowStale) : noCoupons,
    ]);
    const accounts = await this.#accounts(known.coupons, emails, options);
    const [now, extensions] = [this.#deps.now(), this.#extensions];
    const rest = { settings, now, customerId, accounts, extensions };
    const commandContext = { facts, named, coupons: known.coupons, ...rest };
    return { context: commandContext, stale: stale || known.stale };
  }

  /**
   * Returns the accounts of the customer and of the texts that are e-mail addresses. Sends a request to auth only if a
   * coupon is limited to some customers. Null if auth does not answer.
   */
  async #accounts(
    coupons: KnownCoupons['coupons'],
    texts: readonly string[],
    { context, customerId }: LookupOptions,
  ): Promise<readonly CartAccount[] | null> {
    const limits = limiting(coupons, coupons.keys());
    if (limits.length === 0) return [];
    // Only the uses of a coupon are counted by account, so only they need the account of an e-mail address.
    const counts = limits.some(({ usageLimitPerCustomer }) => usageLimitPerCustomer !== null);
    const known = counts ? texts.flatMap((text) => Email.safeParse(text.trim()).data ?? []) : [];
    const emails = [...new Set(known)].slice(0, maxEmails);
    if (customerId === '' && emails.length === 0) return [];
    return this.#deps.accounts.find(emails, context);
  }

  async #withFacts(
    commandContext: CommandContext,
    ids: readonly number[],
    context: Context,
    allowStale: boolean,
  ): Promise<CommandContext> {
    const missing = ids.filter((id) => !commandContext.facts.has(id));
    if (missing.length === 0) return commandContext;
    const { facts } = await this.#deps.facts.lookUp({ ids: missing, references: [] }, context, allowStale);
    return { ...commandContext, facts: new Map([...commandContext.facts, ...facts]) };
  }
}
