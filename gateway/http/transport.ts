import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { memo } from '#platform/util/memo.ts';

/**
 * Returns the IPv4 form of an IPv4 address that is written as IPv6, such as `::ffff:10.0.0.1`. Returns
 * other addresses unchanged.
 */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/**
 * Returns an address without its port. Some proxies append the port, as in `203.0.113.9:5000` or
 * `[2001:db8::7]:5000`.
 */
function withoutPort(hop: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? [];
  return v6 ?? v4 ?? hop;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function contains(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

function isFromLoopback({ socket }: IncomingMessage): boolean {
  return contains(loopback, plainAddress(socket.remoteAddress ?? ''));
}

/** Returns whether a server that listens on `host` can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || contains(loopback, host);
}

/** The other end of a connection: its address, and whether it is a trusted proxy. */
interface Peer {
  readonly address: string;
  readonly isProxy: boolean;
}

/** Determines the address of the client, and whether the client's connection is encrypted. */
export class TransportSecurity {
  readonly #proxies = new BlockList();
  readonly #anyProxy: boolean;
  /** The peer of each connection. Without `memo`, a cached answer would take 3 % longer. */
  readonly #peerOn = memo((socket: Socket): Peer => {
    const address = plainAddress(socket.remoteAddress ?? '');
    return { address, isProxy: this.isProxy(address) };
  });
  /** The client address of a request that a proxy forwarded. It is needed several times per request. */
  readonly #forwardedAddress = memo((request: IncomingMessage): string => {
    let { address } = this.#peerOn(request.socket);
    let hops = [request.headers['x-forwarded-for'] ?? ''].flat().join(',');
    while (hops !== '' && contains(this.#proxies, address)) {
      const before = hops.lastIndexOf(',');
      const next = plainAddress(withoutPort(hops.slice(before + 1).trim()));
      if (isIP(next) === 0) break;
      address = next;
      hops = hops.slice(0, Math.max(0, before));
    }
    return address;
  });
  readonly #localHttp: boolean;

  /**
   * `proxies` are IP addresses or CIDR networks of trusted proxies. With `localHttp`, clients on this machine
   * may send secrets over plain HTTP (docs/reference/login.md#plain-http).
   *
   * @throws Error that names an entry which is neither an address nor a network
   */
  constructor(proxies: readonly string[], localHttp = false) {
    this.#localHttp = localHttp;
    this.#anyProxy = proxies.length > 0;
    for (const proxy of proxies) {
      const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(proxy) ?? [];
      const version = isIP(address);
      if (version === 0 || Number(bits) > (version === 6 ? 128 : 32))
        throw new Error(`TRUSTED_PROXIES: ${proxy} is no address or network`);
      const family = version === 6 ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.#proxies.addAddress(address, family);
      else this.#proxies.addSubnet(address, Number(bits), family);
    }
  }

  /**
   * Returns whether the request was encrypted on its whole way (docs/reference/login.md#plain-http). Either the
   * socket is encrypted, or a trusted proxy reports `https` for every hop in `X-Forwarded-Proto`.
   */
  secure(request: IncomingMessage): boolean {
    if ((request.socket as TLSSocket).encrypted) return true;
    if (!this.#peerOn(request.socket).isProxy) return false;
    const hops = String(request.headers['x-forwarded-proto'] ?? '').split(',');
    return hops.every((hop) => hop.trim().toLowerCase() === 'https');
  }

  /** Returns whether a password or the secret of a key pair is accepted on the connection of this request. */
  secretMayTravel(request: IncomingMessage): boolean {
    return this.secure(request) || (this.#localHttp && isFromLoopback(request));
  }

  /**
   * Returns whether a bearer token is accepted on the connection of this request. The connection must be
   * encrypted, come from this machine, or come from a trusted proxy that does not send `X-Forwarded-Proto`
   * (docs/reference/login.md#plain-http).
   */
  bearerMayTravel(request: IncomingMessage): boolean {
    if (this.secure(request)) return true;
    if (this.#peerOn(request.socket).isProxy) return request.headers['x-forwarded-proto'] === undefined;
    return isFromLoopback(request);
  }

  /**
   * Returns the client's IP address. Behind trusted proxies, this is the last entry of `X-Forwarded-For` that is not
   * a trusted proxy; a client can forge only earlier entries. If an entry is invalid, returns the address of the
   * proxy that sent the entry.
   */
  clientAddress(request: IncomingMessage): string {
    const { address, isProxy } = this.#peerOn(request.socket);
    const isForwarded = isProxy && request.headers['x-forwarded-for'] !== undefined;
    return isForwarded ? this.#forwardedAddress(request) : address;
  }

  /** Returns whether an address is one of a trusted proxy. */
  isProxy(address: string): boolean {
    return this.#anyProxy && contains(this.#proxies, plainAddress(address));
  }
}
