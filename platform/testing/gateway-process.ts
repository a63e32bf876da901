import { freePort } from '../../dev/ports.ts';
import { startBeside } from './beside.ts';
import type { RunningSystem } from './system.ts';

/** One more gateway of a running system, with a way of its own to NATS. */
export interface GatewayProcess extends AsyncDisposable {
  readonly url: string;
  signal(signal: NodeJS.Signals): void;
}

/**
 * Starts one more gateway beside a running system, and waits until it is ready. Its log is that of the part `gateway-far`.
 *
 * @throws Error when it ends before it is ready
 */
export async function startGatewayBeside(system: RunningSystem, natsUrl: string): Promise<GatewayProcess> {
  const port = await freePort();
  // An empty port is any that is free.
  const settings = { HTTP_PORT: String(port), HTTPS_PORT: '', NATS_URL: natsUrl };
  const started = await startBeside(system, 'gateway', 'gateway-far', settings);
  return { ...started, url: `http://127.0.0.1:${port}` };
}
