import { sendWithRepeats, usualDeadlineMs, usualTryMs } from '#platform/bus/tries.ts';
import { ServiceError, unavailable } from '#platform/errors/errors.ts';
import type { CartWrite } from '../../services/cart/domain/commands.ts';
import {
  type Answer,
  answerOfChange,
  answerOfError,
  answerOfRead,
  type Operation,
  type Request,
} from './history.ts';
import type { Replica, Shop } from './shop.ts';

/** `silent`: the replica did not reply in time. `nobody`: no replica runs. */
const silent = new Error('nobody answered');
const nobody = new Error('nobody is there');

/** Percentages of messages that the bus loses (`lost`) and duplicates (`doubled`). */
export interface MessageFaults {
  readonly lost: number;
  readonly doubled: number;
}

/** A message to a replica. `repeated`: whether the operation was sent before. */
interface Message {
  readonly operation: Operation;
  readonly key: string;
  readonly origin: 'client' | 'gateway';
  readonly deadline: number;
  readonly repeated: boolean;
}

/** Callbacks for the answer (`reply`) and the error (`refuse`). */
interface Callbacks {
  readonly reply: (answer: Answer) => void;
  readonly refuse: (error: unknown) => void;
}

/** Simulates the gateway and NATS. The gateway repeats an operation as `Caller` does. */
export class Gateway {
  readonly #shop: Shop;
  readonly #messageFaults: MessageFaults;
  readonly #forgetsKey: boolean;
  readonly #trace: (event: string) => void;

  constructor(shop: Shop, messageFaults: MessageFaults, forgetsKey: boolean, trace: (event: string) => void) {
    this.#shop = shop;
    this.#messageFaults = messageFaults;
    this.#forgetsKey = forgetsKey;
    this.#trace = trace;
  }

  /** Sends one public request. Returns the request with the answer that the client gets. */
  async ask(operation: Operation, origin: 'client' | 'gateway'): Promise<Request> {
    const { clock } = this.#shop;
    const request: Request = { sentAt: clock.exact, endedAt: Number.POSITIVE_INFINITY, answer: null };
    operation.requests.push(request);
    request.answer = await this.#answerTo(operation, origin, clock.now() + usualDeadlineMs);
    request.endedAt = clock.exact;
    this.#trace(
      `${operation.name} is answered ${request.answer?.ok ? request.answer.cart : request.answer?.code}`,
    );
    return request;
  }

  async #answerTo(operation: Operation, origin: 'client' | 'gateway', deadline: number): Promise<Answer> {
    const { clock } = this.#shop;
    let tries = 0;
    try {
      return await sendWithRepeats({
        deadline,
        repetition: 'freely',
        tryMs: usualTryMs,
        now: clock.now,
        pause: (milliseconds) => clock.pause(milliseconds),
        mayRepeat: () => true,
        attempt: (waitMs, last) => {
          tries += 1;
          const key = this.#forgetsKey ? `${operation.once}-${tries}` : operation.once;
          if (tries === 1 || this.#forgetsKey) this.#shop.knowOnce(operation, key);
          return this.#try({ operation, key, origin, deadline, repeated: last !== null }, waitMs);
        },
        failureOf: (error) => {
          if (error === silent) return 'silent';
          if (error === nobody) return 'nobody';
          return error instanceof ServiceError && error.code === 'service_unavailable' ? 'refused' : null;
        },
      });
    } catch (error) {
      return answerOfError(error instanceof ServiceError ? error : unavailable(error));
    }
  }

  /** Sends a message to one of the replicas, and waits for its reply. */
  #try(message: Message, waitMs: number): Promise<Answer> {
    const { clock, random, replicas } = this.#shop;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (replicas.length === 0) {
      clock.after(1, () => reject(nobody));
      return promise;
    }
    const timeout = clock.after(waitMs, () => reject(silent));
    const answered = (reply: () => void) => {
      timeout.isOff = true;
      reply();
    };
    // A duplicate stands for an earlier try that arrives late. So only messages that the gateway or the client may have
    // sent before are duplicated. NATS itself duplicates no message.
    const mayDouble = message.repeated || message.origin === 'client';
    const copies = mayDouble && random.below(100) < this.#messageFaults.doubled ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      this.#deliver(message, random.pick(replicas), {
        reply: (answer) => answered(() => resolve(answer)),
        refuse: (error) => answered(() => reject(error)),
      });
    }
    return promise;
  }

  /** Delivers a message to a replica, and the answer to the gateway. The message or the answer may be lost. */
  #deliver(message: Message, replica: Replica, { reply, refuse }: Callbacks): void {
    const { clock, delay } = this.#shop;
    const back = (answer: () => void) => {
      if (!this.#isLost()) clock.after(delay(), answer);
    };
    const arrive = () =>
      this.#answer(replica, message).then(
        (answer) => answer && back(() => reply(answer)),
        (error) => back(() => refuse(error)),
      );
    if (!this.#isLost()) clock.after(delay(), () => replica.host.do(arrive));
  }

  #isLost(): boolean {
    return this.#shop.random.below(100) < this.#messageFaults.lost;
  }

  /**
   * Returns the answer of a replica's `Server`; null for a message after its deadline.
   * @throws ServiceError if the replica refuses the operation
   */
  async #answer({ host, carts }: Replica, message: Message): Promise<Answer | null> {
    const { operation, key, origin, deadline, repeated } = message;
    const { clock } = this.#shop;
    if (clock.now() > deadline) return null;
    this.#trace(`${operation.name} reaches replica ${host.id}`);
    operation.deliveries.push({ host: host.id, at: clock.exact, deadline });
    const context = { requestId: operation.name, deadline, claim: null, repeated };
    const { asked, ifRevision, cart } = operation;
    if (!asked) return answerOfRead(await carts.read(cart, context));
    const write: CartWrite = {
      conditions: { once: { key, origin, digest: operation.name }, ifRevision },
      changes: asked.commands,
      together: asked.together,
    };
    return answerOfChange(await carts.change(cart, write, context));
  }
}
