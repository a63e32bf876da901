import { listWebhooks } from '#contracts/webhooks.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Bus } from '../bus.ts';
import { failureOf } from '../failure.ts';
import type { Host } from '../host.ts';
import { askReplicas } from '../status/ask.ts';
import { rowsOf } from '../status/replicas.ts';
import { check, type Finding } from './finding.ts';
import { certificate, disk, nodeVersion, ports } from './machine.ts';
import { backlog, clocks, deliveries, engines, replicas, versions } from './system.ts';

/**
 * Returns the findings of all checks. If the system cannot be reached, one finding says so and replaces all findings
 * about the system.
 */
export async function examine(host: Host): Promise<Finding[]> {
  const { folder, system, listenAddresses } = await host.machineFacts();
  const ofMachine = await Promise.all([disk(folder), ports(system, listenAddresses), certificate(system)]);
  return [nodeVersion(process.versions.node), ...ofMachine, ...(await ofSystem(host))];
}

async function ofSystem(host: Host): Promise<Finding[]> {
  const { problem } = check('system');
  try {
    await using bus = await host.connect();
    const rows = rowsOf(await askReplicas(bus.nats));
    const server = bus.nats.info?.version;
    return [
      ...replicas(rows),
      engines(rows, server),
      versions(rows, manifest.version),
      clocks(rows, Date.now()),
      backlog(rows),
      await ofWebhooks(bus),
    ];
  } catch (error) {
    const { message } = failureOf(error);
    return [problem(message, 'start it: npm start, or docker compose up; then run doctor again')];
  }
}

async function ofWebhooks(bus: Bus): Promise<Finding> {
  try {
    return deliveries((await bus.request(listWebhooks, {})).webhooks);
  } catch (error) {
    return check('webhooks').skipped(`events cannot be asked: ${failureOf(error).message}`);
  }
}
