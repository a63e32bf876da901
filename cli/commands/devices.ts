import { Command, InvalidArgumentError } from 'commander';
import { approveDevice, Device, DeviceId, listDevices, removeDevice } from '#contracts/login-extensions.ts';
import { refusal } from '#platform/errors/errors.ts';
import { json } from '#platform/terminal/text.ts';
import { oneOf, shortText, wholeNumber } from '../shared/arguments.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';
import { type ListOptions, listOptions, showList } from '../shared/lists.ts';

interface DeviceOptions extends ListOptions {
  readonly user?: string;
  readonly state?: Device['state'];
  readonly limit: number;
}

const userText = 'the account: its id, user name, e-mail or phone';

/** Parses the identifier of a device, which has 8 to 128 characters. */
function deviceId(text: string): string {
  if (DeviceId.safeParse(text).success) return text;
  throw new InvalidArgumentError('It must be 8 to 128 characters without blanks.');
}

/** Returns the command `devices`, which manages the devices that the login extension `device` registers. */
export function devicesCommand(host: Host): Command {
  return new Command('devices')
    .description('list, approve and remove devices of accounts')
    .addCommand(listCommand(host))
    .addCommand(approveCommand(host))
    .addCommand(removeCommand(host));
}

/** Returns the command `devices list`, which lists devices, most recently seen first. */
function listCommand(host: Host): Command {
  return listOptions(new Command('list'), Device)
    .description('list devices, most recently seen first')
    .option('--user <name>', `only those of ${userText}`, shortText(320))
    .option('--state <state>', 'pending or approved', oneOf(Device.shape.state.options))
    .option('-n, --limit <n>', 'how many at most', wholeNumber(1, 1_000), 100)
    .action(async (options: DeviceOptions) => {
      const { user, state, limit } = options;
      await using bus = await host.connect();
      const { devices: records } = await bus.request(listDevices, {
        reference: user ?? null,
        state: state ?? null,
        limit,
      });
      const rows = records.map((device) => [
        device.account,
        device.id,
        device.state,
        new Date(device.lastSeenAt).toISOString(),
      ]);
      const sheet = () => ({ headings: ['account', 'device', 'state', 'last seen'], rows });
      await showList(host, options, {
        ...{ member: 'devices', nouns: ['device', 'devices'], records, sheet },
      });
    });
}

/** Returns the command `devices approve USER DEVICE`, which allows the account to log in from the device. */
function approveCommand(host: Host): Command {
  return new Command('approve')
    .description('allow an account to log in from a device')
    .argument('<user>', userText, shortText(320))
    .argument('<device>', 'identifier of the device', deviceId)
    .option('--json', 'print the device as JSON')
    .action(async (reference: string, id: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const { device } = await bus.request(approveDevice, { reference, device: id });
      host.out(options.json ? json({ device }) : `Account ${device.account} may log in from ${device.id}\n`);
    });
}

/** Returns the command `devices remove USER DEVICE`, after which the account can no longer log in from the device. */
function removeCommand(host: Host): Command {
  return confirmOptions(new Command('remove'))
    .description('remove a device from an account; its tokens stay valid')
    .argument('<user>', userText, shortText(320))
    .argument('<device>', 'identifier of the device', deviceId)
    .option('--json', 'print the device as JSON')
    .action(async (reference: string, id: string, options: ConfirmOptions) => {
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const { devices } = await bus.request(listDevices, { reference, state: null, limit: 1_000 });
          const device = devices.find((one) => one.id === id);
          if (!device) throw refusal('service_device_not_found', {});
          return `remove the device ${id} from account ${device.account}`;
        },
        act: async (bus) => {
          const { device } = await bus.request(removeDevice, { reference, device: id });
          const text = `Device ${device.id} of account ${device.account} removed\n`;
          host.out(options.json ? json({ device }) : text);
        },
      });
    });
}
