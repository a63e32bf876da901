// Tests engines over TLS, with certificates of trusted and of unknown authorities.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectNats } from '#platform/bus/connection.ts';
import { dataFolder } from '#testing/data-folder.ts';
import {
  type EngineProcess,
  mongodPlan,
  natsPlan,
  type Plan,
  redisPlan,
  startEngine,
} from '#testing/engine-process.ts';
import { startSystem } from '#testing/system.ts';
import { keepLocalCertificate, type TlsFiles } from '../../dev/base/tls.ts';
import { acceptsConnections } from '../../dev/engines/clusters/node-process.ts';
import { memberClient } from '../../dev/engines/mongod.ts';

const startMs = 300_000;
type Name = 'NATS_URL' | 'REDIS_URL' | 'MONGODB_URL';
let folder: string;
let files: TlsFiles;
const engines: EngineProcess[] = [];
let urls: Record<Name, string>;

/** Starts an engine with its usual and additional arguments. */
async function start(plan: Plan, more: readonly string[]): Promise<URL> {
  const arguments_ = (...given: [string, number]) => [...plan.arguments(...given), ...more];
  const engine = await startEngine({ ...plan, arguments: arguments_ });
  engines.push(engine);
  return new URL(engine.url);
}

/** A Redis that accepts connections only over TLS. */
const redisByTls: Plan = {
  ...redisPlan,
  arguments: (dataDir, port) => [...redisPlan.arguments(dataDir, 0), '--tls-port', String(port)],
};

/** Starts a MongoDB that accepts only TLS, and returns its URL. First creates the replica set without TLS. */
async function mongodbByTls(): Promise<string> {
  const both = join(folder, 'both.pem');
  const pem = await Promise.all([files.certFile, files.keyFile].map((file) => readFile(file, 'utf8')));
  await writeFile(both, pem.join('\n'));
  const mongodb = await start(mongodPlan, [
    ...['--tlsMode', 'preferTLS', '--tlsCertificateKeyFile', both, '--tlsCAFile', files.caFile],
    '--tlsAllowConnectionsWithoutCertificates',
  ]);
  const client = await memberClient(Number(mongodb.port), null);
  await client.db('admin').command({ setParameter: 1, tlsMode: 'requireTLS' });
  await client.close();
  mongodb.searchParams.set('tls', 'true');
  return mongodb.href;
}

beforeAll(async () => {
  folder = await dataFolder();
  await mkdir(folder, { recursive: true });
  files = await keepLocalCertificate(folder);
  const { certFile, keyFile, caFile } = files;
  // `npm start` makes the streams.
  const nats = await start({ ...natsPlan, probe: acceptsConnections }, [
    '--tls',
    '--tlscert',
    certFile,
    '--tlskey',
    keyFile,
  ]);
  const redis = await start(redisByTls, [
    ...['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', caFile],
    ...['--tls-auth-clients', 'no'],
  ]);
  urls = {
    NATS_URL: `tls://${nats.host}`,
    REDIS_URL: `rediss://${redis.host}/0`,
    MONGODB_URL: await mongodbByTls(),
  };
}, startMs);
afterAll(async () => {
  for (const engine of engines) await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

test(
  'a system works with engines over TLS if it trusts their certificate authority',
  async () => {
    await using system = await startSystem({ env: { ...urls, NODE_EXTRA_CA_CERTS: files.caFile } });
    expect((await fetch(`${system.httpUrl}/v2/cart`)).status).toBe(200);
    expect((await fetch(`${system.httpUrl}/v2/products`)).status).toBe(200);
    const headers = { authorization: `Basic ${Buffer.from('ann:a password').toString('base64')}` };
    expect((await fetch(`${system.httpUrl}/v2/login`, { method: 'POST', headers })).status).toBe(403);
  },
  startMs,
);

test.each<Name>(['NATS_URL', 'REDIS_URL', 'MONGODB_URL'])(
  '%s is refused if its certificate is of an unknown authority or for another host',
  async (name) => {
    const { [name]: url } = urls;
    const stranger = startSystem({ env: { [name]: url } });
    await expect(stranger).rejects.toThrow(
      new RegExp(`${name} names 127.0.0.1:\\d+, and that cannot be used`),
    );
    const elsewhere = url.replace('127.0.0.1', '0.0.0.0').replace('replicaSet=rs0', 'directConnection=true');
    const env = { [name]: elsewhere, NODE_EXTRA_CA_CERTS: files.caFile };
    await expect(startSystem({ env })).rejects.toThrow(
      new RegExp(`${name} names 0.0.0.0:\\d+, and that cannot be used .*(altnames|names)`),
    );
  },
  startMs,
);

test('a tls:// URL does not connect to a NATS without TLS, or with a certificate of an unknown authority', async () => {
  const plain = await start(natsPlan, []);
  await expect(connectNats('cart', { NATS_URL: `tls://${plain.host}` }, false)).rejects.toThrow();
  await expect(connectNats('cart', { NATS_URL: urls.NATS_URL }, false)).rejects.toThrow();
});
