import { Command, InvalidArgumentError } from 'commander';
import { readSecurityLog, SecurityEventName } from '#contracts/security-log.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { table } from '../output/table.ts';
import { oneOf, shortText, wholeNumber } from './arguments.ts';

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses `30m`, `24h`, `7d`, or a date with an optional time (UTC without a zone) to Unix milliseconds. */
function since(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count && unit) return Math.max(0, Date.now() - Number(count) * unitMs[unit as keyof typeof unitMs]);
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/.test(text);
  const needsZone = text.includes('T') && !/(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = isDate ? Date.parse(needsZone ? `${text}Z` : text) : Number.NaN;
  if (at >= 0) return at;
  throw new InvalidArgumentError(
    'It must be like 30m, 24h or 7d, or a date like 2026-03-01 or 2026-03-01T12:00.',
  );
}

interface Options {
  readonly since?: number;
  readonly event?: SecurityEventName;
  readonly who?: string;
  readonly limit: number;
  readonly json?: true;
}

/** `audit`: the security log, newest event first. */
export function auditCommand(host: Host): Command {
  return new Command('audit')
    .description('show the security log, newest event first')
    .option('--since <when>', 'not before: 30m, 24h, 7d, or a date like 2026-03-01T12:00 (UTC)', since)
    .option(
      '--event <name>',
      `only ${SecurityEventName.options.join(', ')}`,
      oneOf(SecurityEventName.options),
    )
    .option('--who <who>', 'only by account:ID, pair:ID, name:DIGEST, guest or operator', shortText(64))
    .option('--limit <n>', 'how many, at most 1000', wholeNumber(1, 1_000), 100)
    .option('--json', 'print them as JSON')
    .action(async ({ since: from = 0, event, who, limit, json: asJson }: Options) => {
      await using bus = await host.connect();
      const asked = { since: from, event: event ?? null, who: who ?? null, limit };
      const { events } = await bus.request(readSecurityLog, asked);
      if (asJson) return host.out(json({ events }));
      const rows = events.map((one) => [
        ...[
          new Date(one.at).toISOString(),
          one.event,
          one.who,
          one.from,
          one.about,
          one.detail,
          one.requestId,
        ],
      ]);
      host.out(table(['at', 'event', 'who', 'from', 'about', 'detail', 'request'], rows, host.width));
    });
}
