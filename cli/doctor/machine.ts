import { once } from 'node:events';
import { access, constants, statfs } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import type { LocalSystem } from '../settings.ts';
import { check, type Finding } from './finding.ts';

const neededNode = 24;
const gigabyte = 1_000_000_000;
const minBytes = { problem: 0.5 * gigabyte, warning: 2 * gigabyte };
const dayMs = 86_400_000;
const certificateDays = 21;
const answerMs = 3_000;

/** Checks that a version of Node can run Cartwright. */
export function nodeVersion(version: string): Finding {
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

/** The addresses on which `npm start` would listen. */
export interface ListenAddresses {
  readonly host: string;
  readonly http: number;
  readonly https: number;
}

/**
 * Checks that the ports of the running system answer. If no system runs, checks that the ports of `npm start`
 * are free.
 */
export async function ports(
  system: LocalSystem | null,
  { host, http, https }: ListenAddresses,
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
