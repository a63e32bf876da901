import { loginExtension } from '../login/extension.ts';

/** Logs one line for each granted login, with ids instead of names. */
export default loginExtension({
  name: 'audit',
  create: (_settings: unknown, { logger }) => ({
    service_login_permission_granted({ id }, { method }, endpoint) {
      logger.info({ event: 'permission_granted', account: id, method, endpoint }, 'permission_granted');
    },
  }),
});
