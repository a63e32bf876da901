import { connect } from 'node:net';

/** The servers in NATS_URL: a single server, or the nodes of a cluster. */
export interface BusServers {
  /** The servers in the form `host:port`, or `host` for port 4222. */
  readonly hosts: readonly string[];
  /** The hosts without ports and brackets, as certificates name them. */
  readonly names: readonly string[];
  /** Whether all connections use TLS. */
  readonly secure: boolean;
  /** The user and password in NATS_URL; null if NATS_URL contains no user. */
  readonly login: { readonly user: string; readonly pass: string } | null;
}

const schemes = ['nats:', 'tls:'];

/**
 * Parses NATS_URL: one or more URLs, separated by commas. A server without a scheme gets the scheme of the first
 * server.
 *
 * @throws Error with a message that never contains a login
 */
export function busServers(text: string): BusServers {
  const given = text.split(',').map((one) => one.trim());
  const first = schemes.find((scheme) => given[0]?.startsWith(`${scheme}//`)) ?? 'nats:';
  const urls = given.map((one) => parsed(one.includes('://') ? one : `${first}//${one}`));
  if (urls.some(({ protocol }) => protocol !== first)) {
    throw new Error('must name all servers with nats:// or all with tls://');
  }
  const logins = new Map(urls.filter(({ username }) => username !== '').map((url) => [loginOf(url), url]));
  if (logins.size > 1)
    throw new Error('must not name different users or passwords for the servers of one bus');
  const [url] = [...logins.values()];
  return {
    hosts: urls.map(({ host }) => host),
    names: urls.map(({ hostname }) => hostname.replace(/^\[|\]$/g, '')),
    secure: first === 'tls:',
    login: url ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : null,
  };
}

function loginOf({ username, password }: URL): string {
  return `${username}:${password}`;
}

function parsed(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !schemes.includes(url.protocol) || url.hostname === '') {
    throw new Error('must be a nats:// or tls:// URL, or several of them separated by commas');
  }
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') {
    throw new Error('must have nothing behind host and port');
  }
  return url;
}

/** Reports an invalid NATS_URL as an issue of a zod schema. */
export function checkBusUrl(text: string, context: { addIssue(message: string): void }): void {
  try {
    busServers(text);
  } catch (error) {
    context.addIssue((error as Error).message);
  }
}

/** Milliseconds to wait for a connection. A closed port refuses sooner, so a silent server counts as running. */
const refusalMs = 1_000;
/** Error codes which show that no server runs: closed port, unknown host. */
const absent = ['ECONNREFUSED', 'ENOTFOUND'];

/**
 * Returns whether no NATS server runs. Then a lost connection is not the fault of this process. `hosts` come
 * from `busServers`.
 */
export async function runsNowhere(hosts: readonly string[]): Promise<boolean> {
  return (await Promise.all(hosts.map(isAbsent))).every(Boolean);
}

function isAbsent(server: string): Promise<boolean> {
  const { hostname, port } = new URL(`nats://${server}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || 4222), timeout: refusalMs });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(false));
    socket.once('timeout', () => end(false));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => end(absent.includes(code)));
  });
}
