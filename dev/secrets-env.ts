// `npm run --silent secrets > .env`: new passwords and tokens for docker-compose.yml, on standard output.
import { passwordVariable, perOwnSecret, roles } from './roles.ts';
import { newSecret } from './secrets.ts';

const names = [
  ...roles.map(({ name }) => passwordVariable(name)),
  'REDIS_PASSWORD',
  'CLAIM_SECRET',
  ...Object.keys(perOwnSecret(() => '')),
  'OPERATIONS_TOKEN',
];

process.stdout.write(names.map((name) => `${name}=${newSecret()}\n`).join(''));
