import {
  approveDevice,
  confirmVerification,
  enrolVerification,
  listDevices,
  readLoginParameters,
  removeDevice,
  removeVerification,
} from '#contracts/login-extensions.ts';
import { type ImplementedOperation, implement } from '#platform/bus/implement.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { LoginExtensions } from '../login/extension-runner.ts';
import type { DeviceStore } from './store/device-store.ts';
import type { VerificationStore } from './store/verification-store.ts';
import type { Verification } from './verification.ts';

/** Dependencies of the operations on data of login extensions. */
export interface ExtensionOperationDeps {
  readonly accounts: Pick<AccountStore, 'referred'>;
  readonly extensions: LoginExtensions;
  readonly devices: DeviceStore;
  readonly verification: Verification;
  readonly verificationStore: VerificationStore;
  /** Returns the current time in Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Returns the operations on devices and authenticators of accounts. The service serves these operations even if the
 * extensions `device` and `admin-verification` are not enabled.
 */
export function extensionOperations(deps: ExtensionOperationDeps): ImplementedOperation[] {
  const { accounts, extensions, devices, verification, verificationStore, now } = deps;
  const idOf = async (reference: string) => (await accounts.referred(reference))._id;
  return [
    implement(readLoginParameters, async () => ({
      extensions: extensions.names,
      parameters: extensions.parameters,
    })),

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

    implement(enrolVerification, async ({ reference }) => {
      const { _id: account, record } = await accounts.referred(reference);
      return { account, ...(await verification.enrol(account, record.username)) };
    }),

    implement(confirmVerification, async ({ reference, code }) => {
      const account = await idOf(reference);
      await verification.confirm(account, code);
      return { account };
    }),

    implement(removeVerification, async ({ reference }) => {
      const account = await idOf(reference);
      if (!(await verificationStore.remove(account))) throw refusal('service_verification_not_found', {});
      return { account };
    }),
  ];
}
