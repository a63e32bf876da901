// Each extension is a file, which is loaded only in shops that enable it.
import semver from 'semver';
import { z } from 'zod';
import { denied, HeaderName, loginExtension } from './extension.ts';

const Settings = z.strictObject({
  /** The accepted clients by client id. `minimum` is the oldest accepted version of a client. */
  clients: z.record(
    z.string().min(1).max(200),
    z.strictObject({
      minimum: z
        .string()
        .refine((version) => semver.valid(version) !== null, 'must be a version like 2.1.0')
        .optional(),
    }),
  ),
  id_header: HeaderName.default('x-client-id'),
  version_header: HeaderName.default('x-app-version'),
});

/** Returns a version in full form: `v2.1` → `2.1.0`. Returns null if the text is no version. */
function versionIn(text: string): string | null {
  const short = /^v?\d{1,9}(\.\d{1,9})?$/.test(text);
  return semver.valid(short ? semver.coerce(text) : text);
}

/** Accepts logins only from the clients in the settings. A client with a `minimum` must have at least this version. */
export default loginExtension({
  name: 'client',
  settings: Settings,
  create: ({ clients, id_header: idHeader, version_header: versionHeader }: z.infer<typeof Settings>) => ({
    service_login_permission_callback(permission, _user, { headers }) {
      if (permission !== true) return permission;
      const id = headers[idHeader] ?? '';
      const known = Object.hasOwn(clients, id) ? clients[id] : undefined;
      if (!known) return denied('service_unknown_client', {});
      const { minimum } = known;
      const sent = (headers[versionHeader] ?? '').trim().slice(0, 64);
      const version = versionIn(sent);
      if (minimum === undefined || (version !== null && semver.gte(version, minimum))) return true;
      return denied('service_outdated_client', { current_version: sent, minimum_version: minimum });
    },
  }),
});
