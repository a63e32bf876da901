import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import type { z } from 'zod';
import type { Claim } from '#contracts/claim.ts';
import { type ListedProduct, listProducts, readProducts } from '#contracts/listing.ts';
import type { Operation } from '#contracts/operation.ts';
import type { Variation } from '#contracts/product.ts';
import type { Parts } from '#contracts/product-replies.ts';
import { Caller } from '#platform/bus/caller.ts';
import { testVerifier } from '#platform/bus/claim-keys.fixture.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { checked, Dispatcher } from '#platform/bus/dispatcher.ts';
import { Server } from '#platform/bus/server.ts';
import { decodeReply, encodeReply } from '#platform/bus/wire.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { isUp } from '#testing/is-up.ts';
import { newStatus } from '#testing/new-status.ts';
import { catalogueBody } from './service.ts';

/** Time limit of a request in milliseconds. */
const requestMs = 30_000;

/** A replica of the catalogue in this process, on real engines; its replies are checked against the contracts. */
export interface Replica extends AsyncDisposable {
  readonly caller: Caller;
  readonly nats: NatsConnection;
  readonly mongodb: { check(): Promise<boolean> };
  /** Returns whether all dependencies answer and the product lists are loaded. */
  ready(): Promise<boolean>;
  /** Calls an operation over NATS, where any replica may answer. */
  askAny<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
  ): Promise<z.output<Reply>>;
  /** Calls an operation of this replica, anonymously or with a claim. */
  ask<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
    claim?: Claim,
  ): Promise<z.output<Reply>>;
  /** Returns a list of this replica with all its products, as the gateway reads it. */
  list(request: ListRequest, claim?: Claim): Promise<WholeList>;
  /** The same over NATS, where any replica may answer. */
  listAny(request: ListRequest): Promise<WholeList>;
}

type ListRequest = z.input<(typeof listProducts)['request']>;

interface WholeList extends z.output<(typeof listProducts)['reply']> {
  readonly entries: ListedProduct[];
}

/** Returns the members of a reply with one product as one object. */
export function productIn<Others extends object>(
  reply: Parts<ListedProduct, Others>,
): Others & ListedProduct {
  return { ...reply.others, ...reply.only };
}

/** Returns the members of a reply with variations as one object. */
export function variationsIn<Others extends object>(reply: Parts<Variation, Others>) {
  return { ...reply.others, variations: reply.values };
}

async function wholeList(ask: Replica['ask'], request: ListRequest, claim?: Claim): Promise<WholeList> {
  const list = await ask(listProducts, request, claim);
  const entries: ListedProduct[] = [];
  while (entries.length < list.ids.length) {
    const { shows } = request;
    const { values, others } = await ask(readProducts, { ids: list.ids.slice(entries.length), shows }, claim);
    if (values.length === 0) throw new Error(`products are gone: ${others.gone.join()}`);
    entries.push(...values);
  }
  return { ...list, entries };
}

/**
 * Starts a replica. The replica accepts requests at once, also while MongoDB is not ready. `mongodb.check()` of the
 * returned replica says whether MongoDB is ready.
 */
export async function startReplica(
  {
    fills = true,
    listsDir = '',
    ...urls
  }: { mongodb: string; nats: string; fills?: boolean; listsDir?: string },
  now: () => number = Date.now,
  holder: string | null = null,
): Promise<Replica> {
  const nats = await connectNats('catalogue', { NATS_URL: urls.nats }, true);
  const logger = pino({ level: 'silent' });
  const { served, dependencies, close } = catalogueBody({
    ...{ mongodbUrl: urls.mongodb, nats, logger, now },
    ...{ holder, staleForMs: 3_600_000, listsDir, fills },
  });
  const dispatcher = new Dispatcher(served.map(checked), logger, new Metrics('catalogue-test'));
  const server = new Server(nats, dispatcher, testVerifier);
  await server.start({
    name: 'catalogue',
    version: '0.0.0',
    description: '',
    metadata: {},
    status: () => newStatus,
  });
  const clientNats = await connectNats('cli', { NATS_URL: urls.nats }, true);
  const caller = new Caller(clientNats, 'operator');
  const context = () => ({ requestId: 'test', deadline: Date.now() + requestMs, claim: null });
  const ask: Replica['ask'] = async (operation, request, claim) => {
    const reply = await dispatcher.dispatch(operation.name, request, { ...context(), claim: claim ?? null });
    // The reply is copied, as over NATS, so that the test shares no objects with the replica's memory.
    return operation.reply.parse(decodeReply(encodeReply(reply)));
  };
  return {
    caller,
    nats,
    mongodb: { check: () => isUp(dependencies.filter(({ name }) => name === 'mongodb')) },
    ready: () => isUp(dependencies),
    askAny: (operation, request) => caller.request(operation, request, context()),
    ask,
    list: (request, claim) => wholeList(ask, request, claim),
    listAny: (request) =>
      wholeList((operation, asked) => caller.request(operation, asked, context()), request),
    async [Symbol.asyncDispose]() {
      await server.stop();
      await clientNats.close();
      await nats.close();
      await close();
    },
  };
}

/** Resolves when a condition holds; fails after thirty seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await condition()); ) {
    if (Date.now() > end) throw new Error('the condition did not hold within thirty seconds');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
