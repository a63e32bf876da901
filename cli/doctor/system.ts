import type { DependencyState } from '#contracts/status.ts';
import type { ListedWebhook } from '#contracts/webhooks.ts';
import { duration } from '../output/duration.ts';
import { problemsOf, type Row } from '../status/replicas.ts';
import { check, type Finding } from './finding.ts';

const maxClockMs = 1_000;
const maxBacklogSeconds = 300;

type Answering = Extract<Row, { readonly state: 'ready' | 'not ready' }>;

const answering = (rows: readonly Row[]) => rows.filter((row): row is Answering => 'status' in row);

/** Advice about problems. If the text of a problem matches `word`, the user gets this advice. */
const remedies: readonly (readonly [word: RegExp, advice: string])[] = [
  [
    /no replica answers|does not answer/,
    'start it: npm start, npm run service -- NAME, or docker compose up',
  ],
  [
    /mongodb|redis|event-stream|nats/,
    'look at the engine: is it running, full, or out of reach? See its log',
  ],
  [/feed/, 'wait a few seconds; if it stays so, restart the replica'],
  [/another version/, 'update all processes to one version'],
];

/** Returns a finding for each problem of the replicas. Returns one finding `ok` if all replicas are well. */
export function replicas(rows: readonly Row[]): Finding[] {
  const { ok, problem } = check('replicas');
  const problems = rows.flatMap(problemsOf);
  if (problems.length === 0) return [ok(`${rows.length} answer, and all their dependencies are well`)];
  return problems.map((one) => {
    const remedy = remedies.find(([word]) => word.test(one));
    return problem(one, remedy?.[1] ?? 'see its log; docs/operations.md explains the states');
  });
}

/** Minimum versions of the engines. */
const minVersions = { mongodb: [6, 0], redis: [7, 0], nats: [2, 10] } as const;

function isOld(version: string, [major, minor]: readonly [number, number]): boolean {
  const [own = 0, second = 0] = version.split('.').map(Number);
  return own < major || (own === major && second < minor);
}

/** Checks the versions of the engines, as the services report them. `nats` is the version of the NATS server. */
export function engines(rows: readonly Row[], nats: string | undefined): Finding {
  const { ok, warning, problem } = check('engines');
  const seen = new Map<string, Set<string>>();
  const note = (name: string, version: string | undefined) => {
    if (version) seen.set(name, (seen.get(name) ?? new Set()).add(version));
  };
  note('nats', nats);
  for (const { status } of answering(rows)) {
    for (const [name, state] of Object.entries<DependencyState>(status?.dependencies ?? {})) {
      note(name, state.version);
    }
  }
  const text = [...seen].map(([name, versions]) => `${name} ${[...versions].join(' and ')}`).join(', ');
  for (const [name, least] of Object.entries(minVersions)) {
    const old = [...(seen.get(name) ?? [])].find((version) => isOld(version, least));
    if (old) return problem(text, `update ${name} to ${least.join('.')} or newer`);
  }
  const missing = Object.keys(minVersions).filter((name) => !seen.has(name));
  if (missing.length === 0) return ok(text);
  return warning(text || 'none is known', `no replica reports the version of ${missing.join(' and ')}`);
}

/** Checks that all processes have the same version as this command. */
export function versions(rows: readonly Row[], own: string): Finding {
  const { ok, warning } = check('versions');
  const others = answering(rows).filter(({ version }) => version !== own);
  if (others.length === 0) return ok(`all processes are ${own}`);
  const named = others.map(({ replica, version }) => `${replica} ${version}`).join(', ');
  return warning(
    `this is ${own}, but ${named}`,
    'update all processes, and run the command line of their version',
  );
}

/**
 * Compares the clock of each replica with the clock of this machine, and with the clocks of the engines that the
 * replica uses.
 */
export function clocks(rows: readonly Row[], now: number): Finding {
  const { ok, warning } = check('clocks');
  const apart = answering(rows).flatMap(({ replica, status }) => {
    if (!status) return [];
    const engines = Object.entries<number>(status.clocks).map(
      ([name, seconds]) => [`${name} and ${replica}`, seconds * 1_000] as const,
    );
    return [[`${replica} and this machine`, status.now - now] as const, ...engines];
  });
  const far = apart.filter(([, ms]) => Math.abs(ms) > maxClockMs);
  const most = Math.max(0, ...apart.map(([, ms]) => Math.abs(ms)));
  if (far.length === 0) return ok(`at most ${(most / 1_000).toFixed(1)} s apart`);
  const named = far.map(([who, ms]) => `${who} are ${(Math.abs(ms) / 1_000).toFixed(1)} s apart`).join(', ');
  return warning(named, 'set the clocks by NTP: chrony or systemd-timesyncd on each machine');
}

/** Checks that no event has been waiting too long to be published or delivered. */
export function backlog(rows: readonly Row[]): Finding {
  const { ok, warning } = check('event backlog');
  const all = answering(rows).flatMap(({ replica, status }) =>
    Object.entries(status?.backlogs ?? {}).map(([name, state]) => ({ replica, name, ...state })),
  );
  const old = all.filter(({ waiting, oldestSeconds }) => waiting > 0 && oldestSeconds > maxBacklogSeconds);
  const pending = all.reduce((sum, one) => sum + one.waiting, 0);
  if (old.length === 0) return ok(`${pending} ${pending === 1 ? 'event waits' : 'events wait'}`);
  const named = old.map(
    (one) =>
      `${one.replica}: ${one.waiting} of ${one.name} wait, the oldest ${duration(Math.round(one.oldestSeconds))}`,
  );
  return warning(named.join('; '), 'look at webhooks list and at the log of events; a receiver may be down');
}

/** Checks that no delivery of a webhook is dead. */
export function deliveries(webhooks: readonly ListedWebhook[]): Finding {
  const { ok, warning } = check('webhooks');
  const dead = webhooks.filter((one) => one.dead > 0);
  if (dead.length === 0)
    return ok(`${webhooks.length} ${webhooks.length === 1 ? 'webhook' : 'webhooks'}, no dead delivery`);
  const named = dead.map(({ id, url, dead: count }) => `${id} (${url}): ${count} dead`).join('; ');
  const [first] = dead;
  return warning(named, `put the receiver right, then: cartwright webhooks replay ${first?.id}`);
}
