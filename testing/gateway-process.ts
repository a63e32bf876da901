import { freePort } from '../dev/base/ports.ts';
import { startExtraProcess } from './extra-process.ts';
import type { RunningSystem } from './system.ts';

/** An additional gateway of a running system, with its own connection to NATS. */
export interface GatewayProcess extends AsyncDisposable {
  readonly url: string;
  signal(signal: NodeJS.Signals): void;
}

/**
 * Starts another gateway of a running system. The gateway connects to NATS at `natsUrl`. Resolves when the
 * gateway is ready. The name of its log is `gateway-far`.
 *
 * @throws Error when the gateway ends before it is ready
 */
export async function startExtraGateway(system: RunningSystem, natsUrl: string): Promise<GatewayProcess> {
  const port = await freePort();
  // If HTTPS_PORT is empty, the gateway uses a free port.
  const settings = { HTTP_PORT: String(port), HTTPS_PORT: '', NATS_URL: natsUrl };
  const started = await startExtraProcess(system, 'gateway', 'gateway-far', settings);
  return { ...started, url: `http://127.0.0.1:${port}` };
}
