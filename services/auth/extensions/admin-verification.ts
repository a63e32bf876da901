import { z } from 'zod';
import { denied, type ExtensionDeps, loginExtension, textOf } from '../login/extension.ts';
import { concerns, ParameterName, Roles } from './roles.ts';
import type { Verification } from './verification.ts';

const Settings = z.strictObject({
  roles: Roles.default(['administrator']),
  parameter: ParameterName.default('verification_code'),
});

type Deps = ExtensionDeps & { readonly verification: Pick<Verification, 'spend'> };

/**
 * Requires a code of an authenticator app for logins of accounts whose customer role is in the setting `roles`. An
 * operator sets up the app of an account with `cartwright verification enrol`.
 */
export default loginExtension({
  name: 'admin-verification',
  settings: Settings,
  create: ({ roles, parameter }: z.infer<typeof Settings>, { verification }: Deps) => ({
    service_login_collection_params: (others) => [
      ...others,
      {
        name: parameter,
        description: 'Code that the authenticator shows',
        type: 'string',
        sanitize: (value) => String(value).replaceAll(/\s/g, ''),
      },
    ],
    async service_login_permission_callback(permission, user, request) {
      if (permission !== true || !concerns(roles, user)) return permission;
      const code = textOf(request, parameter);
      if (code === '')
        return denied('service_admin_verification_required', { admin_verification_required: true });
      const isValid = await verification.spend(user.id, code);
      return isValid || denied('service_admin_verification_invalid', {});
    },
  }),
});
