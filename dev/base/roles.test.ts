import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secretsOf } from '#platform/service/settings.ts';
import { GatewaySettings } from '../../gateway/settings.ts';
import { AuthSettings } from '../../services/auth/settings.ts';
import { CartSettings } from '../../services/cart/settings.ts';
import { CatalogueSettings } from '../../services/catalogue/service.ts';
import { ConnectSettings } from '../../services/connect/settings.ts';
import { EventsSettings } from '../../services/events/settings.ts';
import { redisCommands, userOf } from '../engines/service-users.ts';
import { memoryEnvironment, nodeFlags } from './processes.ts';
import { passwordVariable, roleEngines, roles, type ServedRole, servedRoles } from './roles.ts';
import { root } from './settings.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const names: readonly string[] = roles.map(({ name }) => name).sort();
const schemas = {
  catalogue: CatalogueSettings,
  auth: AuthSettings,
  cart: CartSettings,
  events: EventsSettings,
  connect: ConnectSettings,
  gateway: GatewaySettings,
};

/** Returns the environment variables that a role's process reads. */
const readBy = ({ name }: ServedRole) => Object.keys(schemas[name].shape);

/** The text of each service in docker-compose.yml, by the service's name. */
const compose = new Map(
  (read('docker-compose.yml').split(/^services:$/m)[1] ?? '')
    .split(/^\S/m)[0]
    ?.split(/^ {2}(?=\w)/m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf(':')), part] as const),
);
const engines = ['mongodb', 'nats', 'redis'];
/** Returns the names of the variables under `environment` in the text of a service. */
const variablesOf = (part: string) => [...part.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);

test('deploy/nats.conf has one user for each role, with the password of that role', () => {
  const users = [...read('deploy/nats.conf').matchAll(/user: (\w+), password: \$(\w+)/g)];
  const expected = roles.map(({ name }) => [name, passwordVariable(name)]);
  expect(users.map(([, name, password]) => [name, password])).toEqual(expected);
});

test('docker-compose.yml has one service for each role beside the engines and the proxy', () => {
  expect([...compose.keys()].sort()).toEqual([...names, ...engines, 'attempts', 'proxy'].sort());
});

test('in docker-compose.yml every container has limits, rotated logs and few rights', () => {
  const text = read('docker-compose.yml');
  const anchors = new Map(
    [...text.matchAll(/^x-\w+: &(\w+)\n((?: .*\n|\n|#.*\n)+)/gm)].map(([, name, part]) => [name, part]),
  );
  for (const [name, part] of compose) {
    const whole = [...part.matchAll(/<<: \*(\w+)/g)].map(([, anchor]) => anchors.get(anchor)).join('') + part;
    for (const line of [
      /mem_limit: /,
      /pids_limit: /,
      /logging: \*logging/,
      /cap_drop: \[ALL\]/,
      /no-new-privileges:true/,
    ])
      expect(whole, name).toMatch(line);
  }
});

test('in docker-compose.yml only the proxy publishes ports', () => {
  expect([...compose].filter(([, part]) => /^ {4}ports:/m.test(part)).map(([name]) => name)).toEqual([
    'proxy',
  ]);
});

test.each(roles)('docker-compose.yml runs the bundle of $name as its user of NATS', ({ name, entry }) => {
  const part = compose.get(name) ?? '';
  expect(part).toContain(`[node, bundles/${entry.replace(/\.ts$/, '.mjs')}]`);
  expect(part).toContain(`NATS_USER: ${name}\n`);
  expect(part).toContain(`NATS_PASSWORD: \${${passwordVariable(name)}:?`);
  expect(variablesOf(compose.get('nats') ?? '')).toContain(passwordVariable(name));
});

test.each(servedRoles)(
  '$name reads every setting that `npm start` or docker-compose.yml gives to it',
  (kind) => {
    const given = [
      ...kind.settings,
      ...kind.engines.map(({ variable }) => variable),
      ...(kind.secret ? [kind.secret] : []),
    ];
    expect(readBy(kind)).toEqual(expect.arrayContaining(given));
    // Only deploy/entrypoint.sh reads ROLE. No service reads ROLE.
    expect([...readBy(kind), 'ROLE']).toEqual(
      expect.arrayContaining(variablesOf(compose.get(kind.name) ?? '')),
    );
  },
);

test.each(servedRoles)('docker-compose.yml gives $name the URLs of its engines and its settings', (kind) => {
  const given = [
    // In a container the gateway listens for other machines, where it refuses this setting.
    ...kind.settings.filter((name) => name !== 'LOCAL_HTTP_LOGIN'),
    ...kind.engines.map(({ variable }) => variable),
    ...(kind.secret ? [kind.secret] : []),
  ];
  expect(variablesOf(compose.get(kind.name) ?? '')).toEqual(expect.arrayContaining(given));
});

test.each(servedRoles)('every secret of $name may be in a file', (kind) => {
  const isSecret = (name: string) => /(_SECRET|_PASSWORD|_TOKEN|_PRIVATE_KEY|_URL)$/.test(name);
  const isOpen = (name: string) =>
    ['PUBLIC_URL', 'CHECKOUT_URL', 'UPSTREAM_URL', 'WOOCOMMERCE_URL'].includes(name);
  const secrets = readBy(kind).filter((name) => isSecret(name) && !isOpen(name));
  expect(secretsOf(schemas[kind.name])).toEqual(secrets);
  const own = kind.engines.map(({ variable }) => variable);
  expect(secrets).toEqual(expect.arrayContaining([...own, 'NATS_URL', 'NATS_PASSWORD', 'OPERATIONS_TOKEN']));
});

test.each(roleEngines)('docker-compose.yml creates the user in the URL of $variable', (engine) => {
  const user = userOf(engine.variable);
  const password = `${engine.kind}_${user}_password`.toUpperCase();
  expect(compose.get(user)).toContain(`${engine.variable}: ${engine.kind}://${user}:\${${password}:?`);
  const server = engine.variable === 'AUTH_REDIS_URL' ? 'attempts' : engine.kind;
  const part = compose.get(server) ?? '';
  expect(part).toContain(`\${${password}:?`);
  if (engine.kind === 'mongodb') return;
  const words = [...part.matchAll(/^ {6}- "?([^"\n]*?)"?$/gm)].map(([, word]) => word).join(' ');
  expect(words).toContain(`--user default on resetpass ~* &* +@all --user ${user} on >`);
  expect(words).toContain(` ~* ${redisCommands} --appendonly yes `);
});

test('the image limits memory as `npm start` does', () => {
  expect(read('Dockerfile')).toContain(`NODE_OPTIONS=${nodeFlags.join(' ')} `);
  for (const [name, value] of Object.entries(memoryEnvironment)) {
    expect(read('Dockerfile')).toContain(` ${name}=${value} `);
  }
});
