import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorCode, NatsError } from 'nats';
import { connectNats } from '#platform/bus/connection.ts';
import { keepStreams } from '#platform/events/streams.ts';
import type { EngineUrls } from './processes.ts';
import type { Secrets } from './secrets.ts';
import { say } from './terminal.ts';

/** Milliseconds for which failures are repeated. A cluster of NATS first elects a leader, which takes seconds. */
const startMs = 30_000;
const pauseMs = 50;
const forbidden: readonly string[] = [ErrorCode.AuthorizationViolation, ErrorCode.PermissionsViolation];

/**
 * Makes the streams as the NATS user `streams`, once NATS answers. Only prints a failure, because the system works
 * without streams, and `status` reports that they are missing.
 */
export async function keepStreamsOf(
  { nats, natsLogin }: EngineUrls,
  { nats: passwords }: Secrets,
  nodes: string | undefined,
): Promise<void> {
  const login = natsLogin ? { NATS_USER: 'streams', NATS_PASSWORD: passwords.streams } : {};
  for (const end = Date.now() + startMs; ; await sleep(pauseMs)) {
    try {
      const connection = await connectNats('streams', { NATS_URL: nats, ...login }, false);
      await keepStreams(connection, nodes ? Number(nodes) : undefined).finally(() => connection.close());
      return;
    } catch (error) {
      const isForbidden = error instanceof NatsError && forbidden.includes(error.code);
      if (!isForbidden && Date.now() < end) continue;
      const reason = error instanceof Error ? error.message : String(error);
      return say(`the streams could not be made (${reason}): run npm run cli -- streams keep`);
    }
  }
}
