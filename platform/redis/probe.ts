import { askWithClock, type Dependency, down, type Finding, sick, up } from '#platform/service/dependency.ts';
import { keyOfEachMaster, type RedisConnection } from './connection.ts';
import { type ScriptRunner, script } from './scripts.ts';

const probe = script<[seconds: string, microseconds: string, version: string]>(
  new URL('./lua/probe.lua', import.meta.url),
);

/** Errors with which Redis refuses writes: the first word of the error, and its meaning. */
const refusals = [
  ['OOM', 'its memory is full: it takes no writes'],
  ['READONLY', 'it is a replica: it takes no writes'],
  ['MISCONF', 'it cannot save to its disk: it takes no writes'],
  ['NOREPLICAS', 'too few replicas follow it: it takes no writes'],
] as const;

/**
 * Returns the dependency on Redis. Its check writes one of `keys`, and reads the clock of Redis. In a
 * cluster, the check runs on each master that stores one of `keys`. The cluster is down only if no master
 * answers.
 */
export function redisDependency(connection: RedisConnection, keys: readonly string[]): Dependency {
  return { name: 'redis', check: () => lookAtAll(connection, keys) };
}

async function lookAtAll(connection: RedisConnection, keys: readonly string[]): Promise<Finding> {
  const targets = [...keyOfEachMaster(connection, keys)];
  const found = await Promise.all(
    targets.map(async ([address, key]) => ({ address, finding: await lookAt(connection.commands, key) })),
  );
  const first = found[0]?.finding;
  if (!first) return down('no node of the cluster answers');
  if (found.length === 1) return first;
  const faulty = found.filter(({ finding }) => finding.state !== 'up');
  if (faulty.length === 0) return first;
  const reason = faulty.map(({ address, finding }) => `${address}: ${finding.reason}`).join('; ');
  return found.every(({ finding }) => finding.state === 'down') ? down(reason) : sick(reason);
}

async function lookAt(redis: ScriptRunner, key: string): Promise<Finding> {
  try {
    const { answer, clock } = await askWithClock(() => probe(redis, [key], []), unixMs);
    const [, , version] = answer;
    return { ...up, clock, ...(version && { version }) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const refusal = refusals.find(([word]) => message.startsWith(word));
    return refusal ? sick(refusal[1]) : down(message.slice(0, 200));
  }
}

function unixMs([seconds, microseconds]: readonly [string, string, string]): number {
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
}
