import { z } from 'zod';
import { confirmVerification, enrolVerification, removeVerification } from '#contracts/login-extensions.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { Verification } from '../store/verification.ts';
import {
  concerns,
  denied,
  type ExtensionDeps,
  loginExtension,
  ParameterName,
  Roles,
  textOf,
} from './extension.ts';

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

/** Returns the operators' operations on authenticators. The service serves them even if the extension is not enabled. */
export function verificationOperations({
  accounts,
  verification,
}: {
  readonly accounts: Pick<AccountStore, 'referred'>;
  readonly verification: Verification;
}): ImplementedOperation[] {
  return [
    implement(enrolVerification, async ({ reference }) => {
      const { _id: account, record } = await accounts.referred(reference);
      return { account, ...(await verification.enrol(account, record.username)) };
    }),

    implement(confirmVerification, async ({ reference, code }) => {
      const account = (await accounts.referred(reference))._id;
      await verification.confirm(account, code);
      return { account };
    }),

    implement(removeVerification, async ({ reference }) => {
      const account = (await accounts.referred(reference))._id;
      if (!(await verification.remove(account))) throw refusal('service_verification_not_found', {});
      return { account };
    }),
  ];
}
