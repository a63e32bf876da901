import { z } from 'zod';
import { approveDevice, DeviceId, listDevices, removeDevice } from '#contracts/login-extensions.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { DeviceStore } from '../store/devices.ts';
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

/** Returns the operators' operations on devices. The service serves them even if the extension is not enabled. */
export function deviceOperations({
  accounts,
  devices,
  now,
}: {
  readonly accounts: Pick<AccountStore, 'referred'>;
  readonly devices: DeviceStore;
  readonly now: () => number;
}): ImplementedOperation[] {
  const idOf = async (reference: string) => (await accounts.referred(reference))._id;
  return [
    implement(listDevices, async ({ reference, state, limit }) => {
      const all = reference === null ? await devices.all(limit) : await devices.of(await idOf(reference));
      const found = all.filter((device) => state === null || device.state === state);
      return { devices: found.sort((one, other) => other.lastSeenAt - one.lastSeenAt).slice(0, limit) };
    }),

    implement(approveDevice, async ({ reference, device }) => {
      const approved = await devices.approve(await idOf(reference), device, now());
      if (!approved) throw refusal('service_too_many_devices', {});
      return { device: approved };
    }),

    implement(removeDevice, async ({ reference, device }) => {
      const removed = await devices.remove(await idOf(reference), device);
      if (!removed) throw refusal('service_device_not_found', {});
      return { device: removed };
    }),
  ];
}
