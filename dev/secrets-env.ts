// `npm run --silent secrets > .env`: new passwords and tokens for docker-compose.yml, on standard output.
import { newSecret } from './secrets.ts';

const names = [
  'NATS_CATALOGUE_PASSWORD',
  'NATS_CART_PASSWORD',
  'NATS_GATEWAY_PASSWORD',
  'NATS_CLI_PASSWORD',
  'REDIS_PASSWORD',
  'CLAIM_SECRET',
  'OPERATIONS_TOKEN',
];

process.stdout.write(names.map((name) => `${name}=${newSecret()}\n`).join(''));
