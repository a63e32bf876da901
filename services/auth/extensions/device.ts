import { z } from 'zod';
import { DeviceId } from '#contracts/login-extensions.ts';
import { denied, type ExtensionDeps, loginExtension, textOf } from '../login/extension.ts';
import { concerns, ParameterName, Roles } from './roles.ts';
import type { DeviceStore } from './store/device-store.ts';

const Settings = z.strictObject({
  roles: Roles.default('all'),
  parameter: ParameterName.default('device_id'),
});

type Deps = ExtensionDeps & { readonly devices: Pick<DeviceStore, 'seen'> };

/**
 * Accepts logins only from approved devices. A new device is pending until an operator approves the device
 * (`cartwright devices`).
 */
export default loginExtension({
  name: 'device',
  settings: Settings,
  create: ({ roles, parameter }: z.infer<typeof Settings>, { devices, now }: Deps) => ({
    service_login_collection_params: (others) => [
      ...others,
      {
        name: parameter,
        description: 'Identifier of the device, 8 to 128 characters without blanks',
        type: 'string',
      },
    ],
    async service_login_permission_callback(permission, user, request) {
      if (permission !== true || !concerns(roles, user)) return permission;
      const device = textOf(request, parameter);
      if (!DeviceId.safeParse(device).success) return denied('service_device_id_required', {});
      if (await devices.seen(user.id, device, now())) return true;
      return denied('service_device_not_registered', { device_registration_required: true });
    },
  }),
});
