import type { Msg, NatsConnection, Service, ServiceMsg, Subscription } from 'nats';
import {
  broadcastSubjectOf,
  type CalledBy,
  calledBy,
  callerRolesOf,
  inboxOf,
  type Operation,
  serviceOf,
  subjectOf,
} from '#contracts/operation.ts';
import { type Status, statusSubject } from '#contracts/status.ts';
import { asServiceError, refusal } from '#platform/errors/errors.ts';
import { invalidRequest } from '#platform/errors/faults.ts';
import type { ClaimVerifier } from './claim.ts';
import type { Context, Dispatcher, ImplementedOperation } from './dispatcher.ts';
import { EndOfTurn } from './end-of-turn.ts';
import { decode, encodeRefusal, encodeReply, operationHeader, readHeaders } from './wire.ts';

/** The description of a process in the NATS services protocol. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Facts about the process. `replica` is the name of the replica. */
  readonly metadata: Record<string, string>;
  /** Returns the current status of the process. */
  readonly status: () => Status;
}

/** Serves operations on NATS, and the NATS services protocol (discovery, versions, statistics). */
export class Server {
  readonly #connection: NatsConnection;
  readonly #dispatcher: Dispatcher;
  readonly #endOfTurn = new EndOfTurn();
  readonly #claims: ClaimVerifier;
  #service: Service | null = null;
  /** The subscriptions to the requests that callers repeat to all replicas: one for each role that calls. */
  #broadcasts: readonly Subscription[] = [];
  #identity: ServerIdentity | null = null;

  constructor(connection: NatsConnection, dispatcher: Dispatcher, claims: ClaimVerifier) {
    this.#connection = connection;
    this.#dispatcher = dispatcher;
    this.#claims = claims;
  }

  /**
   * Subscribes to the subjects of all operations, and waits until NATS has confirmed the subscriptions. If
   * `takesWork` is false, the replica only reports its status until `takeWork(true)`.
   */
  async start(identity: ServerIdentity, takesWork = true): Promise<void> {
    this.#identity = identity;
    await this.#subscribe(identity, takesWork ? this.#dispatcher.served : []);
  }

  /** Starts or stops accepting requests. In both cases the replica reports its status and answers running requests. */
  async takeWork(takes: boolean): Promise<void> {
    const before = this.#service;
    if (!this.#identity || !before || before.isStopped) return;
    const broadcasts = this.#broadcasts;
    try {
      await this.#subscribe(this.#identity, takes ? this.#dispatcher.served : []);
    } finally {
      // Also if NATS has not confirmed the subscriptions, because the connection was lost: it gets them when it is back.
      if (this.#service !== before) await Promise.all([before.stop(), ...broadcasts.map(drained)]);
    }
  }

  async #subscribe(identity: ServerIdentity, serves: readonly ImplementedOperation[]): Promise<void> {
    const { name, version, description, metadata, status } = identity;
    const ownStatus = statusSubject(name);
    const service = await this.#connection.services.add({
      name,
      version,
      description,
      metadata,
      queue: name,
      statsHandler: async (endpoint) => (endpoint.subject === ownStatus ? status() : undefined),
    });
    this.#service = service;
    // Every process has this endpoint. Its statistics contain the status of the process.
    service.addEndpoint('status', {
      subject: ownStatus,
      handler: (_error, message) => {
        if (this.#isForAsker(message, ['gateway', 'cli'])) message.respond(encodeReply(status()));
      },
    });
    for (const { operation } of serves) {
      if (serviceOf(operation) !== name) throw new Error(`${operation.name} does not belong to ${name}`);
      for (const by of calledBy(operation)) {
        service.addEndpoint(`${operation.name.slice(name.length + 1)}${by === 'operator' ? '-admin' : ''}`, {
          subject: subjectOf(operation, by),
          handler: (_error, message) =>
            void this.#answer(operation, [...callerRolesOf(operation, by), 'cli'], by, message),
        });
      }
    }
    this.#broadcasts = this.#subscribeToBroadcasts(name, serves);
    await this.#connection.flush();
  }

  /**
   * Subscribes to the requests that callers repeat to all replicas. A header names the operation, so each role has a
   * subject of its own, where it gets only the operations that it may call. Endpoints of a NATS service cannot be used:
   * in their queue group, one replica gets each request.
   */
  #subscribeToBroadcasts(service: string, serves: readonly ImplementedOperation[]): Subscription[] {
    const ofCallers = serves
      .map(({ operation }) => operation)
      .filter((operation) => calledBy(operation).includes('caller'));
    const roles = new Set(ofCallers.flatMap((operation) => callerRolesOf(operation, 'caller')));
    return [...roles].map((role) => {
      const mayCall = ofCallers.filter((operation) => callerRolesOf(operation, 'caller').includes(role));
      const byName = new Map(mayCall.map((operation) => [operation.name, operation]));
      return this.#connection.subscribe(broadcastSubjectOf(service, role), {
        callback: (error, message) => {
          const operation = error ? null : byName.get(message.headers?.get(operationHeader) ?? '');
          if (operation) void this.#answer(operation, [role], 'caller', message);
        },
      });
    });
  }

  /** Answers a request that only the roles `askers` may send. */
  async #answer(
    operation: Operation,
    askers: readonly string[],
    by: CalledBy,
    message: ServiceMsg | Msg,
  ): Promise<void> {
    if (!this.#isForAsker(message, askers)) return;
    let bytes: Uint8Array;
    try {
      const context: Context = { ...readHeaders(message as Msg, operation, this.#claims), by };
      // After the deadline no caller waits, and a late write would be unexpected
      // (docs/reference/rules.md#deadlines).
      if (Date.now() > context.deadline) return;
      requireManager(operation, by, context);
      const reply = await this.#dispatcher.dispatch(operation.name, readBody(message), context);
      bytes = encodeReply(reply);
    } catch (error) {
      bytes = encodeRefusal(asServiceError(error));
    }
    this.#respond(message, bytes);
  }

  /**
   * Returns whether the reply subject is an inbox of a role that may send the request. Drops other requests,
   * because their sender could make this service publish to any subject.
   */
  #isForAsker({ reply = '', subject }: ServiceMsg | Msg, askers: readonly string[]): boolean {
    const isInbox = askers.some((role) => reply.startsWith(`${inboxOf(role)}.`));
    if (!isInbox) this.#dispatcher.dropped(subject, reply);
    return isInbox;
  }

  #respond(message: ServiceMsg | Msg, bytes: Uint8Array): void {
    const limit = this.#connection.info?.max_payload ?? 1_048_576;
    const reply = bytes.length <= limit ? bytes : encodeRefusal(refusal('service_internal', {}));
    this.#endOfTurn.add(() => {
      try {
        message.respond(reply);
      } catch {
        // The connection is closing. The caller notices that no answer arrives.
      }
    });
  }

  /** Stops accepting requests. Resolves when no request can arrive any more. Running requests continue. */
  async stop(): Promise<void> {
    await Promise.all([this.#service?.stop(), ...this.#broadcasts.map(drained)]);
  }
}

/** Drains a subscription. NATS has already closed a subscription that it forbids. */
async function drained(subscription: Subscription): Promise<void> {
  if (!subscription.isClosed()) await subscription.drain();
}

/** Checks that the caller of an operation for managers is a manager. @throws ServiceError `service_not_allowed` */
function requireManager({ access, effect }: Operation, by: CalledBy, { claim }: Context): void {
  const manages = claim?.manages ?? 'nothing';
  if (access === 'manager' && by === 'caller' && manages !== effect && manages !== 'read_write') {
    throw refusal('service_not_allowed', {});
  }
}

function readBody(message: ServiceMsg | Msg): unknown {
  try {
    return decode(message.data);
  } catch {
    throw invalidRequest('', 'no_json');
  }
}
