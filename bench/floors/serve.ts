import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port and sends the port to the bench. The process ends when the bench ends. */
export function serve(listener: RequestListener): void {
  process.once('disconnect', () => process.exit());
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
}
