// `npm run service -- cart`: runs one replica of one role in the foreground, beside a running system or alone.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from './base/ports.ts';
import { processEnvironment } from './base/processes.ts';
import {
  generalVariable,
  perEngine,
  perOwnSecret,
  perRole,
  perServedRole,
  type ServedRole,
  servedRoles,
} from './base/roles.ts';
import { belongs } from './base/run-folder.ts';
import type { Secrets } from './base/secrets.ts';
import {
  type Environment,
  environment,
  givenIn,
  readSettings,
  replaceEnvironment,
  root,
} from './base/settings.ts';
import { explain, Problem, say } from './base/terminal.ts';
import { keepLocalCertificate } from './base/tls.ts';
import { shopSetting } from './storefront.ts';
import type { SystemFile } from './system.ts';

/** Variables that every process needs. `main` adds the variables that the role needs. */
const NEEDED = ['NATS_URL', 'CLAIM_PUBLIC_KEY', 'OPERATIONS_TOKEN'];

async function main(): Promise<void> {
  const [name, ...rest] = process.argv.slice(2);
  const kind = servedRoles.find((each) => each.name === name);
  const names = servedRoles.map((each) => each.name).join(', ');
  if (!kind)
    throw new Problem(`npm run service -- NAME runs one of ${names}${name ? `, not "${name}"` : ''}.`);
  if (rest.length > 0)
    throw new Problem(`npm run service -- ${name} takes nothing more, not "${rest.join(' ')}".`);
  const found = await surroundings(kind);
  const needed = [
    ...NEEDED,
    ...(kind.name === 'gateway' ? ['CLAIM_PRIVATE_KEY'] : []),
    ...(kind.secret ? [kind.secret] : []),
    ...kind.engines.map(({ variable }) => variable),
  ];
  const missing = needed.filter((each) => !found[each] && !found[`${each}_FILE`]);
  if (missing.length > 0) {
    const { DATA_DIR } = readSettings(environment);
    throw new Problem(
      `${missing.join(', ')} must be set, or a system must run (npm start) with DATA_DIR ${DATA_DIR}.`,
    );
  }
  if (kind.name === 'gateway') say(`gateway on http://${found.HTTP_HOST}:${found.HTTP_PORT}`);
  replaceEnvironment(found);
  await import(pathToFileURL(join(root, kind.entry)).href);
}

/**
 * Returns the environment of the process: the variables that the user has set, and for all other variables the values
 * of the running system.
 */
async function surroundings(kind: ServedRole): Promise<Environment> {
  const settings = readSettings(environment);
  const { DATA_DIR: dataDir } = settings;
  const system = await runningSystem(dataDir);
  const secrets = await storedSecrets(dataDir);
  const given = givenIn(environment);
  const port = async (variable: string, configured: number) => (given[variable] ? configured : freePort());
  const SHOP = kind.name === 'gateway' ? await shopSetting(settings.SHOP) : 'off';
  const made = processEnvironment(kind, 1, {
    settings: { ...settings, SHOP },
    secrets: secrets ?? noSecrets,
    engines: {
      data: perEngine(
        (engine) =>
          settings[engine.variable] ??
          settings[generalVariable[engine.kind]] ??
          system?.dataUrls[engine.variable] ??
          '',
      ),
      operator: { mongodb: '', redis: '' },
      nats: settings.NATS_URL ?? system?.natsUrl ?? '',
      natsLogin: secrets !== null && !(settings.NATS_URL ?? system?.natsUrl ?? '').includes('@'),
    },
    tls: await tlsFiles(settings.TLS_CERT_FILE, settings.TLS_KEY_FILE, dataDir),
    // If the user sets no port, the process gets a free port, because the running system uses the default
    // ports.
    httpPort: await port('HTTP_PORT', settings.HTTP_PORT),
    httpsPort: await port('HTTPS_PORT', settings.HTTPS_PORT),
    replicas: perServedRole(() => 1),
  });
  // The process refuses a secret that is also in a file of the user.
  const own = Object.entries(made).filter(([name]) => !given[`${name}_FILE`]);
  const replica = { REPLICA: `${kind.name}-service-${process.pid}`, NODE_ENV: 'production' };
  return givenIn({ ...Object.fromEntries(own), ...replica, ...given });
}

async function tlsFiles(certFile: string | undefined, keyFile: string | undefined, dataDir: string) {
  if (certFile && keyFile) return { certFile, keyFile, caFile: certFile };
  return keepLocalCertificate(dataDir);
}

async function runningSystem(dataDir: string): Promise<SystemFile | null> {
  const found = await readJson<SystemFile>(join(dataDir, 'run/system.json'));
  return found && belongs(found.pid, dataDir) ? found : null;
}

const noSecrets: Secrets = {
  nats: perRole(() => ''),
  operationsTokens: perRole(() => ''),
  claimKeys: { privateKey: '', publicKey: '' },
  own: perOwnSecret(() => ''),
  engines: { data: perEngine(() => ''), operator: '', mongodbKey: '' },
};

async function storedSecrets(dataDir: string): Promise<Secrets | null> {
  return readJson<Secrets>(join(dataDir, 'secrets.json'));
}

async function readJson<T>(path: string): Promise<T | null> {
  return readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as T,
    () => null,
  );
}

try {
  await main();
} catch (error) {
  say(explain(error));
  process.exit(1);
}
