import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request that the test server has received. */
export interface Seen {
  readonly route: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/**
 * Starts a server that calls `answer` to answer each request. Returns the server's URL and a list of the
 * received requests.
 */
export async function answers(
  answer: (seen: Seen, response: ServerResponse, count: number) => void | Promise<void>,
): Promise<{ url: string; requests: Seen[] }> {
  const requests: Seen[] = [];
  const server = createServer(async (request, response) => {
    const seen = {
      route: `${request.method} ${request.url}`,
      headers: request.headers,
      body: await text(request),
    };
    requests.push(seen);
    await answer(seen, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Writes an error as the service does. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  json(response, { code, message: 'No.', data: { status } }, status, headers);
}
