import { connectRedis } from '#platform/redis/connection.ts';
import { runProcess } from '#platform/service/process.ts';
import { authBody } from './auth.ts';
import { AuthSettings } from './settings.ts';

await runProcess({
  role: 'auth',
  description: 'Accounts, key pairs, logins and tokens',
  settings: AuthSettings,
  build: async (settings, parts) => {
    const redis = connectRedis(settings.AUTH_REDIS_URL, parts.logger);
    return authBody(settings, redis, parts);
  },
});
