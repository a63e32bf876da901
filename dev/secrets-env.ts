// `npm run --silent secrets > .env`: new passwords and tokens for docker-compose.yml, on standard output.

import { newClaimKeys } from '#platform/bus/claim.ts';
import { passwordVariable, perOwnSecret, roles } from './roles.ts';
import { newSecret } from './secrets.ts';

const names = [
  ...roles.map(({ name }) => passwordVariable(name)),
  'REDIS_PASSWORD',
  ...Object.keys(perOwnSecret(() => '')),
  'OPERATIONS_TOKEN',
];

const { privateKey, publicKey } = newClaimKeys();
const values = [
  ...names.map((name) => [name, newSecret()]),
  ['CLAIM_PRIVATE_KEY', privateKey],
  ['CLAIM_PUBLIC_KEY', publicKey],
];
process.stdout.write(values.map(([name, value]) => `${name}=${value}\n`).join(''));
