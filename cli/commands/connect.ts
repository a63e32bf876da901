import { Command } from 'commander';
import {
  type Comparison,
  type ConnectFinding,
  type ConnectStatus,
  checkConnection,
  compareShop,
  pauseConnection,
  readConnectStatus,
  resumeConnection,
} from '#contracts/connect.ts';
import { releaseShop } from '#contracts/settings.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import { tableOf } from '#platform/terminal/table.ts';
import { duration, json } from '#platform/terminal/text.ts';
import { asOneLine } from '#platform/util/text.ts';
import type { Bus } from '../shared/bus.ts';
import type { Host } from '../shared/host.ts';

/** Milliseconds between two looks at a comparison that runs. */
const lookMs = 2_000;

/** Returns the command `connect`, which manages the connection to a shop of WooCommerce. */
export function connectCommand(host: Host): Command {
  return new Command('connect')
    .description('keep the catalogue in step with a shop of WooCommerce (docs/connect.md)')
    .addCommand(checkCommand(host))
    .addCommand(statusCommand(host))
    .addCommand(compareCommand(host))
    .addCommand(pauseCommand(host))
    .addCommand(resumeCommand(host))
    .addCommand(releaseCommand(host));
}

interface JsonOption {
  readonly json?: true;
}

/** Returns the state of the connection; null if no replica of connect answers. */
async function statusIfAny(bus: Bus): Promise<ConnectStatus | null> {
  try {
    return (await bus.request(readConnectStatus, {})).status;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'service_unavailable') throw error;
    return null;
  }
}

/** Returns the state of the connection. @throws Problem if the system has no connection */
async function statusOf(bus: Bus): Promise<ConnectStatus> {
  const status = await statusIfAny(bus);
  if (status) return status;
  const message =
    'no replica of connect answers: are WOOCOMMERCE_URL and its key pair set? If it is gone for good, run connect release';
  throw new Problem(message, 'unavailable');
}

function checkCommand(host: Host): Command {
  return new Command('check')
    .description('ask the shop whether it can be followed, and say what will not be in step')
    .option('--json', 'print the findings as JSON')
    .action(async (options: JsonOption) => {
      await using bus = await host.connect();
      await statusOf(bus);
      const { findings } = await bus.request(checkConnection, {});
      const problems = findings.filter(({ state }) => state === 'problem').length;
      const line = ({ check, state, found }: ConnectFinding) =>
        `${marks[state]}  ${check}: ${asOneLine(found)}\n`;
      host.out(options.json ? json({ ok: problems === 0, findings }) : findings.map(line).join(''));
      if (problems > 0) throw new Problem('the shop cannot be followed', 'failed');
    });
}

const marks = { ok: 'ok     ', warning: 'WARNING', problem: 'PROBLEM' } as const;

function statusCommand(host: Host): Command {
  return new Command('status')
    .description('show how far the catalogue is in step, and what failed')
    .option('--json', 'print it as JSON')
    .action(async (options: JsonOption) => {
      await using bus = await host.connect();
      const status = await statusOf(bus);
      host.out(options.json ? json({ status }) : statusText(status, host.width));
    });
}

interface CompareOptions extends JsonOption {
  readonly apply?: true;
}

function compareCommand(host: Host): Command {
  return new Command('compare')
    .description('compare the whole shop now, mend what differs, and say what differed')
    .option('--apply', 'also remove what the shop no longer has if this is more than a fifth of its records')
    .option('--json', 'print the result as JSON')
    .action(async ({ apply, json: asJson }: CompareOptions) => {
      await using bus = await host.connect();
      const { pausedSince, failure } = await statusOf(bus);
      if (pausedSince !== null) throw new Problem('the connection is paused: run connect resume', 'refused');
      if (failure !== '') throw new Problem(`the shop cannot be asked: ${failure}`, 'unavailable');
      const { asked } = await bus.request(compareShop, { apply: apply === true });
      const comparison = await ended(bus, host, asked);
      host.out(asJson ? json({ comparison }) : comparisonText(comparison));
      if (comparison.isIncomplete) throw new Problem('not everything could be compared', 'failed');
    });
}

/** Waits until the comparison that was asked for has ended. */
async function ended(bus: Bus, host: Host, asked: number): Promise<Comparison> {
  const stopped = host.interrupted();
  while (!stopped.aborted) {
    const { comparison } = await statusOf(bus);
    if (comparison && comparison.begun >= asked && comparison.ended !== null) return comparison;
    await host.pause(lookMs);
  }
  throw new Problem('the comparison goes on without this command; connect status shows it', 'interrupted');
}

function pauseCommand(host: Host): Command {
  return new Command('pause')
    .description('stop following the shop, so that the catalogue may be changed here')
    .option('--json', 'print the result as JSON')
    .action(async (options: JsonOption) => {
      await using bus = await host.connect();
      await statusOf(bus);
      const done = await bus.request(pauseConnection, {});
      host.out(options.json ? json(done) : 'The shop is not followed until connect resume\n');
    });
}

function resumeCommand(host: Host): Command {
  return new Command('resume')
    .description('follow the shop again; a comparison undoes what was changed here meanwhile')
    .option('--json', 'print the result as JSON')
    .action(async (options: JsonOption) => {
      await using bus = await host.connect();
      await statusOf(bus);
      const done = await bus.request(resumeConnection, {});
      host.out(options.json ? json(done) : 'The shop is followed again; it is compared first\n');
    });
}

function releaseCommand(host: Host): Command {
  return new Command('release')
    .description('allow changes of the catalogue here though connect, which is gone for good, was not paused')
    .option('--json', 'print the result as JSON')
    .action(async (options: JsonOption) => {
      await using bus = await host.connect();
      if (await statusIfAny(bus)) throw new Problem('connect runs: use connect pause', 'refused');
      await bus.request(releaseShop, {});
      host.out(options.json ? json({}) : 'The catalogue may be changed here, unless connect starts again\n');
    });
}

const modes = {
  journal: 'the plugin tells what changes',
  reading: 'read by date and by whole lists, without the plugin',
  unknown: 'the shop has not answered yet',
} as const;

function statusText(status: ConnectStatus, width: number): string {
  const { url, mode, pausedSince, failure, behindSeconds, waiting, troubles, comparison } = status;
  const behind = Object.entries(behindSeconds).map(([kind, seconds]) => [
    kind,
    seconds === null ? 'never' : duration(Math.round(seconds)),
  ]);
  const lines = [
    `${url}: ${modes[mode]}`,
    ...(pausedSince === null ? [] : [`PAUSED since ${timeText(pausedSince)}`]),
    ...(failure === '' ? [] : [`PROBLEM: ${asOneLine(failure)}`]),
    ...(waiting === 0 ? [] : [`${waiting} records wait to be read again`]),
    ...troubles.map(
      ({ kind, id, tries, reason }) => `  ${kind} ${id}: ${asOneLine(reason) || 'is next'} (${tries} tries)`,
    ),
  ];
  const table = tableOf({ headings: ['kind', 'behind'], rows: behind }, width);
  return `${lines.join('\n')}\n\n${table}\n${comparison ? comparisonText(comparison) : 'Not compared yet\n'}`;
}

const timeText = (time: number) => new Date(time).toISOString();

function comparisonText({ begun, ended, progress, mended, held, leftOut, failures }: Comparison): string {
  const counts = (all: Readonly<Record<string, number>>) =>
    Object.entries(all)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ');
  const when =
    ended === null
      ? `running since ${timeText(begun)}${progress ? `, ${progressText(progress)}` : ''}`
      : `of ${timeText(begun)}, ended ${timeText(ended)}`;
  const heldText = counts(held);
  return [
    `Comparison ${when}: mended ${counts(mended) || 'nothing'}`,
    ...(heldText === ''
      ? []
      : [`HELD: ${heldText} are not in the shop; connect compare --apply removes them`]),
    ...failures.map((one) => `  failed: ${asOneLine(one)}`),
    ...leftOut.map((one) => `  not in step: ${asOneLine(one)}`),
    '',
  ].join('\n');
}

function progressText({ kind, done, of }: NonNullable<Comparison['progress']>): string {
  return of === null ? `listing ${kind}: ${done} so far` : `${kind} ${done} of ${of}`;
}
