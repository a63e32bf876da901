import { connectRedis } from '#platform/redis/connection.ts';
import { runProcess } from '#platform/service/process.ts';
import { authBody } from './auth.ts';
import { Attempts } from './login/store/attempts.ts';
import { Slowdown } from './login/store/slowdown.ts';
import { AuthSettings } from './settings.ts';

await runProcess({
  role: 'auth',
  description: 'Accounts, key pairs, logins and tokens',
  settings: AuthSettings,
  build: async (settings, parts) => {
    const redis = connectRedis(settings.AUTH_REDIS_URL, parts.logger);
    const counted = [redis, settings.LOGIN_RATE_LIMIT, settings.AUTH_SECRET] as const;
    return authBody(
      settings,
      { attempts: new Attempts(...counted), slowdown: new Slowdown(...counted) },
      parts,
    );
  },
});
