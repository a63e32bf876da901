import { once } from 'node:events';
import { access, constants, statfs } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { Command } from 'commander';
import type { DependencyState } from '#contracts/status.ts';
import { type ListedWebhook, listWebhooks } from '#contracts/webhooks.ts';
import { Problem } from '#platform/errors/problem.ts';
import { duration, json } from '#platform/terminal/text.ts';
import { asOneLine } from '#platform/util/text.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Bus } from '../shared/bus.ts';
import { failureOf } from '../shared/failure.ts';
import type { Host } from '../shared/host.ts';
import type { CommandContext, LocalSystem } from '../shared/settings.ts';
import { askReplicas, problemsOf, type Row, rowsOf } from './status.ts';

const marks = { ok: 'ok     ', warning: 'WARNING', problem: 'PROBLEM', skipped: 'skipped' } as const;

/**
 * Returns the command `doctor`, which checks the system and its machine, and gives advice. The exit code is 1
 * if the command finds a problem.
 */
export function doctorCommand(host: Host): Command {
  return new Command('doctor')
    .description(
      'check engines, versions, clocks, disk, ports, certificates and backlogs, and say what to do; exit code 1 for a problem',
    )
    .option('--json', 'print the findings as JSON')
    .action(async (options: { json?: true }) => {
      const findings = await examine(host);
      const problems = findings.filter(({ state }) => state === 'problem').length;
      if (options.json) host.out(json({ ok: problems === 0, findings }));
      else {
        for (const { check, state, found, advice } of findings) {
          const line = `${marks[state]}  ${check}: ${asOneLine(found)}`;
          host.out(`${line}\n${advice === '' ? '' : `${' '.repeat(9)}→ ${asOneLine(advice)}\n`}`);
        }
      }
      if (problems > 0) {
        throw new Problem(`${problems} ${problems === 1 ? 'problem' : 'problems'} found`, 'failed');
      }
    });
}

/**
 * Returns the findings of all checks. If the system cannot be reached, one finding says so and replaces all findings
 * about the system.
 */
async function examine(host: Host): Promise<Finding[]> {
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

/** Result of a check of the command `doctor`, with advice. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  readonly found: string;
  /** What the operator should do; empty when there is nothing to do. */
  readonly advice: string;
}

/** Returns functions that create findings of the named check, one function for each state. */
function check(name: string) {
  const made =
    (state: Finding['state']) =>
    (found: string, advice: string): Finding => ({
      ...{ check: name, state, found, advice },
    });
  return {
    ok: (found: string) => made('ok')(found, ''),
    skipped: (found: string) => made('skipped')(found, ''),
    warning: made('warning'),
    problem: made('problem'),
  };
}

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

const neededNode = 24;
const gigabyte = 1_000_000_000;
const minBytes = { problem: 0.5 * gigabyte, warning: 2 * gigabyte };
const dayMs = 86_400_000;
const certificateDays = 21;
const answerMs = 3_000;

/** Checks that a version of Node can run Cartwright. */
function nodeVersion(version: string): Finding {
  const { ok, problem } = check('Node');
  if (Number.parseInt(version, 10) >= neededNode) return ok(version);
  return problem(
    version,
    `install Node ${neededNode} or newer, or run cartwright by npm, which brings its own`,
  );
}

/** Checks that the data folder exists, is writable and has enough free space. */
export async function disk(folder: string): Promise<Finding> {
  const { ok, problem, warning, skipped } = check('disk');
  try {
    await access(folder);
  } catch {
    return skipped(`there is no data folder ${folder} on this machine`);
  }
  try {
    await access(folder, constants.W_OK);
  } catch {
    return problem(`${folder} cannot be written`, 'give it to the user who runs npm start, or set DATA_DIR');
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${(free / gigabyte).toFixed(1)} GB free in ${folder}`;
  const advice = 'delete old logs in its folder log, or move the folder and set DATA_DIR';
  if (free < minBytes.problem) return problem(text, `${advice}; engines stop writing on a full disk`);
  return free < minBytes.warning ? warning(text, advice) : ok(text);
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/**
 * Returns the status of the answer at a URL; 0 without an answer. Uses node:http, because `fetch` would double the CPU
 * time of the command.
 */
async function statusOf(url: string): Promise<number> {
  const signal = AbortSignal.timeout(answerMs);
  try {
    const request = get(url, { agent: false, signal });
    const [{ statusCode = 0 }] = (await once(request, 'response')) as [IncomingMessage];
    request.destroy();
    return statusCode;
  } catch {
    return 0;
  }
}

/**
 * Checks that the ports of the running system answer. If no system runs, checks that the ports of `npm start`
 * are free.
 */
export async function ports(
  system: LocalSystem | null,
  { host, http, https }: CommandContext['listenAddresses'],
): Promise<Finding> {
  const { ok, problem } = check('ports');
  if (system) {
    const url = `${system.httpUrl}/health/ready`;
    const status = await statusOf(url);
    if (status === 200) return ok(`${system.httpUrl} and ${system.httpsUrl} serve`);
    const found = status === 0 ? `${system.httpUrl} does not answer` : `${url} answers ${status}`;
    return problem(found, 'see status for what is missing, and the log of gateway-1');
  }
  const taken = [];
  for (const port of [http, https]) if (port !== 0 && !(await isFree(host, port))) taken.push(port);
  if (taken.length === 0) return ok(`${http} and ${https} of ${host} are free`);
  const advice = 'end the program that has it, or begin with other ones: HTTP_PORT=… HTTPS_PORT=… npm start';
  return problem(`${taken.join(' and ')} of ${host} cannot be had`, advice);
}

/** Checks how long the certificate of the running system will be valid. Skipped if no system runs. */
export async function certificate(system: LocalSystem | null): Promise<Finding> {
  const { ok, problem, warning, skipped } = check('certificate');
  if (!system) return skipped('no system runs here that serves one');
  const { hostname, port } = new URL(system.httpsUrl);
  const until = await expiryOf(hostname, Number(port || 443));
  const advice =
    'replace TLS_CERT_FILE and TLS_KEY_FILE, or delete the folder tls in the data folder, and restart the gateway';
  if (until === null) return problem(`${system.httpsUrl} shows no certificate`, advice);
  const days = Math.floor((until - Date.now()) / dayMs);
  if (days < 0) return problem(`it ended ${-days} days ago`, advice);
  return days < certificateDays ? warning(`it ends in ${days} days`, advice) : ok(`good for ${days} days`);
}

/** Returns the expiry of a server's certificate in Unix milliseconds; null if the server sends no certificate. */
async function expiryOf(host: string, port: number): Promise<number | null> {
  // The certificate is not verified, because only its dates are read and no data is sent to the server.
  const socket = connect({ host, port, rejectUnauthorized: false, timeout: answerMs });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(answerMs) });
    return Date.parse(socket.getPeerCertificate().valid_to) || null;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}
