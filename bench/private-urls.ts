import { runCli } from '#testing/import-shop.ts';
import type { RunningSystem } from '#testing/system.ts';

interface Replica {
  readonly service: string;
  readonly privateUrl: string | null;
}

/** Returns the URLs of the private ports of a service's replicas. */
export async function privateUrls({ dataDir, root }: RunningSystem, service: string): Promise<string[]> {
  const { replicas }: { replicas: Replica[] } = JSON.parse(await runCli(dataDir, ['status', '--json'], root));
  return replicas.flatMap((one) => (one.service === service && one.privateUrl ? [one.privateUrl] : []));
}
