import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';

/** An event that a webhook received, with its signature. */
interface Received {
  readonly type: string;
  readonly body: string;
  readonly signature: string;
}

/** A server that stores the events that webhooks send. */
export class WebhookReceiver implements AsyncDisposable {
  readonly #received: Received[] = [];
  readonly #server = createServer(async (request, response) => {
    const signature = String(request.headers['cartwright-signature']);
    const type = String(request.headers['cartwright-event']);
    this.#received.push({ type, body: await text(request), signature });
    response.writeHead(204).end();
  });

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** The events so far, in the order of their arrival. An event that is sent again is there again. */
  get received(): readonly Received[] {
    return this.#received;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events`;
  }

  /** Waits until an event of this type was received whose body contains `part`, and returns the event. */
  async event(type: string, part: string): Promise<Received> {
    const find = () => this.#received.find((one) => one.type === type && one.body.includes(part));
    await expect.poll(find).toBeDefined();
    return find() as Received;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
