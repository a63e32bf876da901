import type { CatalogueState } from './goods.ts';
import {
  type Answer,
  type Committed,
  isOpen,
  type Operation,
  operationInWords,
  outcomeText,
  type Request,
  refusalText,
} from './history.ts';
import { putsNothingIn, revalidated, type Verdict, verdictOn } from './reference-cart.ts';
import type { ReferenceCart } from './reference-state.ts';
import { keptText, shownText } from './reference-text.ts';
import { Timeline } from './timeline.ts';

/** All requests of clients with their answers, and all commits of replicas. */
export interface History {
  readonly operations: readonly Operation[];
  /** All commits, oldest first. */
  readonly commits: readonly Committed[];
  /** Returns the states of the catalogue that answers between `from` and `to` may show. */
  readonly catalogueStates: (from: number, to: number) => readonly CatalogueState[];
}

/** An operation with its result, the revision that it made, and the cart after it. */
interface Step {
  readonly operation: Operation;
  readonly verdict: Verdict;
  readonly revision: number;
  readonly cart: ReferenceCart;
  readonly changed: boolean;
}

const outcomeOf = (verdict: Verdict) =>
  verdict.ok
    ? outcomeText(
        verdict.lineKeys,
        verdict.results?.map((part) =>
          part ? (part.ok ? part.lineKeys.join() : refusalText(part.code, part.data)) : null,
        ) ?? null,
      )
    : refusalText(verdict.code, verdict.data);

const outcomeIn = (answer: Answer) => (answer.ok ? answer.outcome : refusalText(answer.code, answer.data));

const isMismatch = (answer: Answer) => !answer.ok && answer.code === 'service_revision_mismatch';

/**
 * A read makes a commit if it removes invalid lines. The checker assumes that such a commit begins at most this number
 * of milliseconds after the client sent the read.
 */
const longestReadMs = 2_000;

/** Returns when an operation was first sent. Its effect cannot be visible earlier. */
const firstSentAt = ({ requests }: Operation) => Math.min(...requests.map(({ sentAt }) => sentAt));

/** Returns the answers that tell whether the operation succeeded, with their requests. */
function answersOf({ requests }: Operation): { request: Request; answer: Answer }[] {
  return requests.flatMap((request) =>
    request.answer && !isOpen(request.answer) ? [{ request, answer: request.answer }] : [],
  );
}

/** Returns whether all answers to an operation fit its result. A replayed answer may show a later cart. */
function fits({ operation, verdict, revision, cart }: Step, { products }: CatalogueState): boolean {
  const outcome = outcomeOf(verdict);
  const view = shownText(cart, products);
  return answersOf(operation).every(({ answer }) => {
    if (outcomeIn(answer) !== outcome) return false;
    return !answer.ok || answer.replayed || (answer.revision === revision && answer.cart === view);
  });
}

/** Compares the history of one cart with the reference cart. The order of revisions must explain all answers. */
class CartCheck {
  readonly faults: string[] = [];
  readonly #history: History;
  readonly #cart: string;
  readonly #timeline = new Timeline();
  readonly #steps = new Map<Operation, Step>();

  constructor(history: History, cart: string) {
    this.#history = history;
    this.#cart = cart;
  }

  check(): readonly string[] {
    const operations = this.#history.operations.filter(({ cart }) => cart === this.#cart);
    const byKey = new Map(operations.map((operation) => [operation.once, operation]));
    for (const commit of this.#history.commits) {
      if (commit.cart !== this.#cart) continue;
      this.#checkCommit(commit, byKey);
      if (this.faults.length > 0) return this.faults;
    }
    for (const operation of operations) this.#checkAnswers(operation);
    return this.faults;
  }

  /** Finds which operation made each revision of a commit, and with which result. */
  #checkCommit(commit: Committed, byKey: ReadonlyMap<string, Operation>): void {
    const { revision, cart } = this.#timeline.last;
    const name = `the commit of revision ${commit.revision} of ${commit.cart}`;
    if (commit.from !== revision)
      this.#fault(`${name} was made from ${commit.from}, and not from ${revision}`);
    if (commit.revision - commit.count < revision) this.#fault(`${name} gives a revision again`);
    const operations = commit.once.map((key) => byKey.get(key) as Operation);
    for (const operation of operations) this.#checkDelivery(operation, commit, name);
    const begun =
      operations.length > 0 ? Math.min(...operations.map(firstSentAt)) : commit.begun - longestReadMs;
    const catalogueStates = this.#history.catalogueStates(begun, commit.ended);
    const found = catalogueStates.flatMap((state) => waysOf(cart, operations, commit, state));
    const matching = found.find(({ steps, state }) => steps.every((step) => fits(step, state)));
    if (!matching) {
      const about = operations.map(operationInWords).join('\n  ');
      const reason =
        found.length > 0 ? 'does not fit its answers' : `makes ${commit.kept}, which nobody asked for`;
      this.#fault(`${name} ${reason}, over ${keptText(cart)}:\n  ${about}`);
      return;
    }
    for (const step of matching.steps) this.#settle(step, commit);
  }

  #settle(step: Step, { begun, ended }: Committed): void {
    if (step.changed) this.#timeline.push({ revision: step.revision, cart: step.cart, begun, ended });
    if (step.operation.asked) this.#steps.set(step.operation, step);
  }

  /** Adds a fault if an operation is done twice, or by a replica that did not receive the operation in time. */
  #checkDelivery(operation: Operation, { host, begun, ended }: Committed, name: string): void {
    if (this.#steps.has(operation)) this.#fault(`${name} does ${operation.name} again`);
    const inTime = operation.deliveries.some(
      ({ host: at, at: since, deadline }) => at === host && since <= ended && Math.floor(begun) <= deadline,
    );
    if (!inTime) this.#fault(`${name} does ${operation.name} after its deadline`);
  }

  #checkAnswers(operation: Operation): void {
    const answers = answersOf(operation);
    const first = answers.filter(({ answer }) => answer.ok && !answer.replayed && operation.asked);
    if (first.length > 1) this.#fault(`${operation.name} was done more than once`);
    const isUnjustifiedReplay =
      answers.some(({ answer }) => answer.ok && answer.replayed) && operation.deliveries.length === 1;
    if (isUnjustifiedReplay)
      this.#fault(`${operation.name} is answered as replayed, but was never done before`);
    const outcomes = new Set(
      answers.flatMap(({ answer }) => (isMismatch(answer) ? [] : [outcomeIn(answer)])),
    );
    if (operation.asked && outcomes.size > 1) this.#fault(`${operation.name} came to different outcomes`);
    for (const { request, answer } of answers) {
      if (!this.#isExplained(operation, request, answer)) {
        this.#fault(`nothing explains an answer:\n  ${operationInWords(operation)}`);
      }
    }
  }

  #isExplained(operation: Operation, { sentAt, endedAt }: Request, answer: Answer): boolean {
    const step = this.#steps.get(operation);
    const since = firstSentAt(operation);
    if (!answer.ok) {
      if (step?.verdict.ok) return false;
      if (isMismatch(answer)) return this.#isMismatch(operation, answer.data.revision, endedAt);
      return step !== undefined || this.#couldComeTo(operation, answer, since, endedAt);
    }
    // Whether the cart in the answer existed at some time between request and answer.
    const isSeen = this.#history
      .catalogueStates(sentAt, endedAt)
      .some(({ products }) =>
        this.#timeline
          .between(sentAt, endedAt)
          .some(
            ({ revision, cart }) => revision === answer.revision && shownText(cart, products) === answer.cart,
          ),
      );
    if (!isSeen) return false;
    if (!operation.asked || step) return true;
    return this.#couldComeTo(operation, answer, answer.replayed ? since : sentAt, endedAt);
  }

  /** Returns whether an operation could have this result between `from` and `to` without changing the cart. */
  #couldComeTo(operation: Operation, answer: Answer, from: number, to: number): boolean {
    const { asked, ifRevision } = operation;
    if (!asked) return false;
    return this.#history.catalogueStates(from, to).some(({ products }) =>
      this.#timeline.between(from, to).some(({ revision, cart }) => {
        if (ifRevision !== null && ifRevision !== revision) return false;
        if (answer.ok && !answer.replayed && answer.revision !== revision) return false;
        return [false, mayUseStale(operation)].some((isStale) => {
          const verdict = verdictOn(cart, asked.commands, asked.together, products, isStale);
          return (!verdict.ok || verdict.cart === cart) && outcomeOf(verdict) === outcomeIn(answer);
        });
      }),
    );
  }

  #isMismatch(operation: Operation, revision: unknown, to: number): boolean {
    const { ifRevision } = operation;
    if (ifRevision === null || ifRevision === revision) return false;
    return this.#timeline.between(firstSentAt(operation), to).some((moment) => moment.revision === revision);
  }

  #fault(sentence: string): void {
    this.faults.push(sentence);
  }
}

/** Returns whether an operation may use stale data. */
function mayUseStale({ asked }: Operation): boolean {
  return asked?.commands.every(putsNothingIn) ?? false;
}

/** Returns the sequences of operations that explain a commit if the catalogue was in this state. */
function waysOf(
  cart: ReferenceCart,
  operations: readonly Operation[],
  commit: Committed,
  state: CatalogueState,
): readonly { readonly steps: readonly Step[]; readonly state: CatalogueState }[] {
  const starts = [...new Set([cart, revalidated(cart, state.products)])];
  const ways = starts.map((start) => stepsOf(start, cart, operations, commit, state, false));
  if (operations.every(mayUseStale)) ways.push(stepsOf(cart, cart, operations, commit, state, true));
  return ways.flatMap((steps) => (steps ? [{ steps, state }] : []));
}

/**
 * Returns the results of operations that run one after the other; null if the results do not explain the
 * commit.
 */
function stepsOf(
  start: ReferenceCart,
  initial: ReferenceCart,
  operations: readonly Operation[],
  commit: Committed,
  { products }: CatalogueState,
  isStale: boolean,
): readonly Step[] | null {
  const first = commit.revision - commit.count;
  let made = 0;
  let cart = initial;
  const steps: Step[] = [];
  const add = (operation: Operation, verdict: Verdict) => {
    const after = verdict.ok ? verdict.cart : cart;
    const changed = after !== cart;
    if (changed) made += 1;
    cart = after;
    steps.push({ operation, verdict, revision: made === 0 ? commit.from : first + made, cart, changed });
  };
  // If `start` lacks lines of `initial`, an unknown read removed these lines because they were invalid. This
  // read made the first revision of the commit.
  if (start !== initial) add(reading, { ok: true, cart: start, lineKeys: [], results: null });
  for (const operation of operations) {
    const { asked, ifRevision } = operation;
    if (!asked || (ifRevision !== null && (made > 0 || ifRevision !== commit.from))) return null;
    add(operation, verdictOn(cart, asked.commands, asked.together, products, isStale));
  }
  return made === commit.count && keptText(cart) === commit.kept ? steps : null;
}

/** Stands for the unknown read that removed invalid lines. */
const reading: Operation = {
  name: 'a read',
  cart: '',
  asked: null,
  once: '',
  ifRevision: null,
  requests: [],
  deliveries: [],
};

/**
 * Returns a sentence for each fault in a history; empty for correct carts. The order of the revisions must
 * agree with the times of requests, contain each operation at most once, and explain every answer.
 */
export function faultsOf(history: History): readonly string[] {
  const carts = new Set(history.operations.map(({ cart }) => cart));
  return [...carts].flatMap((cart) => new CartCheck(history, cart).check());
}
