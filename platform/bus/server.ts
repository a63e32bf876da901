import type { Msg, NatsConnection, Service, ServiceMsg } from 'nats';
import {
  askersOf,
  type CalledBy,
  calledBy,
  inboxOf,
  type Operation,
  serviceOf,
  subjectOf,
} from '#contracts/operation.ts';
import { type Status, statusSubject } from '#contracts/status.ts';
import { asServiceError, refusal } from '#platform/errors/errors.ts';
import type { ClaimVerifier } from './claim.ts';
import type { Context } from './context.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Served } from './implement.ts';
import { decode, encodeRefusal, encodeReply, readHeaders } from './wire.ts';

/** What a process tells of itself by the NATS services protocol. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly metadata: Record<string, string>;
  /** As it is when asked. */
  readonly status: () => Status;
}

/** Serves a dispatcher's operations on NATS, and the NATS services protocol (discovery, versions, statistics). */
export class Server {
  readonly #connection: NatsConnection;
  readonly #dispatcher: Dispatcher;
  readonly #claims: ClaimVerifier;
  #service: Service | null = null;
  #identity: ServerIdentity | null = null;

  constructor(connection: NatsConnection, dispatcher: Dispatcher, claims: ClaimVerifier) {
    this.#connection = connection;
    this.#dispatcher = dispatcher;
    this.#claims = claims;
  }

  /** Subscribes, and resolves when the server has heard of it: only then may this replica call itself ready. */
  async start(identity: ServerIdentity): Promise<void> {
    this.#identity = identity;
    await this.#subscribe(identity, this.#dispatcher.served);
  }

  /** Takes no requests until `takeWork(true)`; goes on telling its status. Requests that it has are answered. */
  async takeWork(takes: boolean): Promise<void> {
    const before = this.#service;
    if (!this.#identity || !before || before.isStopped) return;
    await this.#subscribe(this.#identity, takes ? this.#dispatcher.served : []);
    await before.stop();
  }

  async #subscribe(identity: ServerIdentity, serves: readonly Served[]): Promise<void> {
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
    // Every process has this endpoint, so that its statistics can carry what the process tells of itself.
    service.addEndpoint('status', {
      subject: ownStatus,
      handler: (_error, message) => {
        if (this.#isForAsker(message, ['gateway'])) message.respond(encodeReply(status()));
      },
    });
    for (const { operation } of serves) {
      if (serviceOf(operation) !== name) throw new Error(`${operation.name} does not belong to ${name}`);
      for (const by of calledBy(operation)) {
        service.addEndpoint(`${operation.name.slice(name.length + 1)}${by === 'operator' ? '-admin' : ''}`, {
          subject: subjectOf(operation, by),
          handler: (_error, message) => void this.#answer(operation, by, message),
        });
      }
    }
    await this.#connection.flush();
  }

  async #answer(operation: Operation, by: CalledBy, message: ServiceMsg | Msg): Promise<void> {
    if (!this.#isForAsker(message, askersOf(operation, by))) return;
    let bytes: Uint8Array;
    try {
      const context = readHeaders(message as Msg, operation, this.#claims);
      // Nobody waits any more: an answer would be for no one, and the work a ghost's
      // (docs/reference/rules.md#deadlines).
      if (Date.now() > context.deadline) return;
      requireManager(operation, by, context);
      bytes = encodeReply(await this.#dispatcher.dispatch(operation.name, readBody(message), context));
    } catch (error) {
      bytes = encodeRefusal(asServiceError(error));
    }
    this.#respond(message, bytes);
  }

  /**
   * Whether the reply goes to an inbox of a role that may ask. Any other subject would make this service publish where
   * the sender may not, in the sender's stead: such a request does nothing and has no answer.
   */
  #isForAsker({ reply = '', subject }: ServiceMsg | Msg, askers: readonly string[]): boolean {
    const isTheirs = [...askers, 'cli'].some((role) => reply.startsWith(`${inboxOf(role)}.`));
    if (!isTheirs) this.#dispatcher.dropped(subject, reply);
    return isTheirs;
  }

  #respond(message: ServiceMsg | Msg, bytes: Uint8Array): void {
    const limit = this.#connection.info?.max_payload ?? 1_048_576;
    if (this.#connection.isClosed()) return;
    message.respond(bytes.length <= limit ? bytes : encodeRefusal(refusal('service_internal', {})));
  }

  /** Takes no new requests; resolves when the server will send none. What runs goes on. */
  async stop(): Promise<void> {
    await this.#service?.stop();
  }
}

/** @throws ServiceError `service_not_allowed` for a caller who asks for what only managers may */
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
    throw refusal('service_invalid_request', { issues: [{ path: '', message: 'The request is no JSON.' }] });
  }
}
