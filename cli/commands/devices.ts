import { Command, InvalidArgumentError } from 'commander';
import { approveDevice, Device, DeviceId, listDevices, removeDevice } from '#contracts/login-extensions.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { table } from '../output/table.ts';
import { oneOf, shortText, wholeNumber } from './arguments.ts';

interface ListOptions {
  readonly user?: string;
  readonly state?: Device['state'];
  readonly limit: number;
  readonly json?: true;
}

const userText = 'the account: its id, user name, e-mail or phone';

/** Reads what a device calls itself. */
function deviceId(text: string): string {
  if (DeviceId.safeParse(text).success) return text;
  throw new InvalidArgumentError('It must be 8 to 128 characters without blanks.');
}

/** `devices`: what accounts log in from, where the extension `device` is on. */
export function devicesCommand(host: Host): Command {
  return new Command('devices')
    .description('devices that accounts log in from: list, approve, remove them')
    .addCommand(listCommand(host))
    .addCommand(approveCommand(host))
    .addCommand(removeCommand(host));
}

/** `devices list`: those that were seen last first. */
function listCommand(host: Host): Command {
  return new Command('list')
    .description('list devices, those that were seen last first')
    .option('--user <name>', `only those of ${userText}`, shortText(320))
    .option('--state <state>', 'pending or approved', oneOf(Device.shape.state.options))
    .option('-n, --limit <n>', 'how many at most', wholeNumber(1, 1_000), 100)
    .option('--json', 'print them as JSON')
    .action(async ({ user, state, limit, json: asJson }: ListOptions) => {
      await using bus = await host.connect();
      const { devices } = await bus.request(listDevices, {
        reference: user ?? null,
        state: state ?? null,
        limit,
      });
      if (asJson) return host.out(json({ devices }));
      if (devices.length === 0) return host.out('No device\n');
      const rows = devices.map((device) => [
        device.account,
        device.id,
        device.state,
        new Date(device.lastSeenAt).toISOString(),
      ]);
      host.out(table(['account', 'device', 'state', 'last seen'], rows, host.width));
    });
}

/** `devices approve USER DEVICE`: lets the account log in from it. */
function approveCommand(host: Host): Command {
  return new Command('approve')
    .description('let an account log in from a device, seen before or not')
    .argument('<user>', userText, shortText(320))
    .argument('<device>', 'identifier of the device', deviceId)
    .option('--json', 'print the device as JSON')
    .action(async (reference: string, id: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const { device } = await bus.request(approveDevice, { reference, device: id });
      host.out(options.json ? json({ device }) : `Account ${device.account} may log in from ${device.id}\n`);
    });
}

/** `devices remove USER DEVICE`: the account logs in from it no longer. */
function removeCommand(host: Host): Command {
  return new Command('remove')
    .description('take a device from an account; tokens that it has stay good (see users)')
    .argument('<user>', userText, shortText(320))
    .argument('<device>', 'identifier of the device', deviceId)
    .option('--json', 'print the device as JSON')
    .action(async (reference: string, id: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const { device } = await bus.request(removeDevice, { reference, device: id });
      host.out(
        options.json ? json({ device }) : `Device ${device.id} of account ${device.account} removed\n`,
      );
    });
}
