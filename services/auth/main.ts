import { runProcess } from '#platform/service/process.ts';
import { authBody } from './service.ts';
import { AuthSettings } from './settings.ts';

await runProcess({
  role: 'auth',
  description: 'Accounts, key pairs, logins and tokens',
  settings: AuthSettings,
  build: authBody,
});
