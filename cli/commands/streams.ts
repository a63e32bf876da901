import { Command } from 'commander';
import { Problem } from '#platform/errors/problem.ts';
import { tableOf } from '#platform/terminal/table.ts';
import { json } from '#platform/terminal/text.ts';
import type { Host } from '../shared/host.ts';

const numbersOfNodes = ['1', '3', '5'];

export function streamsCommand(host: Host): Command {
  return new Command('streams')
    .description('make the streams of NATS that store events and revocations')
    .addCommand(keepCommand(host));
}

function keepCommand(host: Host): Command {
  return new Command('keep')
    .description(
      'create missing streams, and correct their subjects and their number of nodes (EVENT_REPLICAS)',
    )
    .option('--json', 'print the streams as JSON')
    .action(async (options: { json?: true }) => {
      const nodes = host.eventReplicas || undefined;
      if (nodes && !numbersOfNodes.includes(nodes))
        throw new Problem('EVENT_REPLICAS must be 1, 3 or 5', 'usage');
      const { keepStreams } = await import('#platform/events/streams.ts');
      await using bus = await host.connect('streams');
      const streams = await keepStreams(bus.nats, nodes ? Number(nodes) : undefined).catch(explain);
      if (options.json) return host.out(json({ streams }));
      const rows = streams.map(({ name, outcome, nodes }) => [name, outcome, nodes]);
      host.out(tableOf({ headings: ['stream', 'outcome', 'nodes'], rows }, host.width));
    });
}

/** @throws Problem for an error of NATS */
function explain(error: unknown): never {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (name !== 'NatsError') throw error;
  if (code === 'PERMISSIONS_VIOLATION') {
    throw new Problem('NATS forbids this login to make streams: log in as the user streams', 'refused');
  }
  throw new Problem(`the streams cannot be made: ${message}`, 'unavailable');
}
