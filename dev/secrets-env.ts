// `npm run --silent secrets > .env`: prints the variables that docker-compose.yml needs, with new passwords and tokens.

import { newClaimKeys } from '#platform/bus/claim.ts';
import { userOf } from './engines/service-users.ts';
import {
  operationsVariable,
  passwordVariable,
  perOwnSecret,
  roleEngines,
  roles,
  servedRoles,
} from './roles.ts';
import { newSecret } from './secrets.ts';

const names = [
  ...roles.map(({ name }) => passwordVariable(name)),
  'MONGODB_KEY',
  'MONGODB_OPERATOR_PASSWORD',
  ...roleEngines.map(({ kind, variable }) => `${kind}_${userOf(variable)}_password`.toUpperCase()),
  ...Object.keys(perOwnSecret(() => '')),
  ...servedRoles.map(({ name }) => operationsVariable(name)),
];

const { privateKey, publicKey } = newClaimKeys();
const values = [
  ...names.map((name) => [name, newSecret()]),
  ['CLAIM_PRIVATE_KEY', privateKey],
  ['CLAIM_PUBLIC_KEY', publicKey],
];
process.stdout.write(values.map(([name, value]) => `${name}=${value}\n`).join(''));
