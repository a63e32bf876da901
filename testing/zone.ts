import { freePort } from '../dev/base/ports.ts';
import { type ServedRole, servedRoles } from '../dev/base/roles.ts';
import { type ExtraProcess, startExtraProcess } from './extra-process.ts';
import { Link } from './link.ts';
import type { RunningSystem } from './system.ts';

/**
 * A second availability zone with one process of each role. A link connects these processes to the engines of
 * the first zone.
 */
export interface Zone extends AsyncDisposable {
  /** URL of the gateway in this zone. */
  readonly url: string;
  readonly link: Link;
}

/**
 * Starts a second zone for a system that has one process of each engine. The zone must be disposed before the system.
 */
export async function startZone(system: RunningSystem): Promise<Zone> {
  const started = new AsyncDisposableStack();
  const link = started.use(new Link());
  try {
    const over = await addressesOver(link, system);
    const httpPort = await freePort();
    const settings = { ...over, HTTP_PORT: String(httpPort), HTTPS_PORT: '' };
    const start = async ({ name }: ServedRole): Promise<ExtraProcess> =>
      started.use(await startExtraProcess(system, name, `${name}-far`, settings));
    // A role that needs a setting does not run without it.
    await Promise.all(servedRoles.filter(({ needs }) => needs === null).map(start));
    return {
      url: `http://127.0.0.1:${httpPort}`,
      link,
      [Symbol.asyncDispose]: () => started.disposeAsync(),
    };
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

/** Returns settings with which processes reach all engines of a system over a link. */
async function addressesOver(link: Link, system: RunningSystem): Promise<Record<string, string>> {
  const ports = new Map<string, number>();
  const over = async (text: string) => {
    const url = new URL(text);
    if (!ports.has(url.port)) ports.set(url.port, await link.to(Number(url.port)));
    url.port = String(ports.get(url.port));
    // If the URL named the replica set, the driver would read the ports of the members from the set and bypass the
    // link.
    if (url.searchParams.has('replicaSet')) {
      url.searchParams.delete('replicaSet');
      url.searchParams.set('directConnection', 'true');
    }
    return url.href;
  };
  const settings: Record<string, string> = { NATS_URL: await over(system.natsUrl) };
  for (const [variable, url] of Object.entries(system.dataUrls)) settings[variable] = await over(url);
  return settings;
}
