import { z } from 'zod';
import { loginExtension } from '../../services/auth/extensions/extension.ts';

const Settings = z.strictObject({
  /** Invitation codes. A customer who gives one of these codes may log in. */
  codes: z.array(z.string().min(4).max(40)).min(1),
});

/** Lets customers log in only if they give the code of an invitation: `{ "invitation": "spring-2026" }`. */
export default loginExtension({
  name: 'invitation',
  settings: Settings,
  create: ({ codes }: z.infer<typeof Settings>) => ({
    service_login_collection_params: (others) => [
      ...others,
      {
        name: 'invitation',
        description: 'The code of an invitation',
        type: 'string',
        pattern: '^[A-Za-z0-9 -]{1,40}$',
        sanitize: (value) => String(value).trim().toLowerCase(),
      },
    ],
    service_login_permission_callback(permission, user, request) {
      if (permission !== true || user.role !== 'customer') return permission;
      const { invitation } = request.params;
      if (invitation === undefined) {
        const data = { status: 400, invitation_required: true };
        return {
          code: 'service_invitation_required',
          message: 'Please enter the code of your invitation.',
          data,
        };
      }
      if (codes.includes(String(invitation))) return true;
      return {
        code: 'service_invitation_invalid',
        message: 'There is no such invitation.',
        data: { status: 401 },
      };
    },
  }),
});
