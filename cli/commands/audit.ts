import { Command, InvalidArgumentError } from 'commander';
import { readSecurityLog, SecurityEvent, SecurityEventName } from '#contracts/security-log.ts';
import { oneOf, shortText, wholeNumber } from '../shared/arguments.ts';
import type { Host } from '../shared/host.ts';
import { type ListOptions, listOptions, showList } from '../shared/lists.ts';

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Parses a time: `30m`, `24h` or `7d` before now, or a date with an optional time. A time without a zone is in UTC.
 * Returns Unix milliseconds.
 */
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

interface Options extends ListOptions {
  readonly since?: number;
  readonly event?: SecurityEventName;
  readonly who?: string;
  readonly limit: number;
}

export function auditCommand(host: Host): Command {
  return listOptions(new Command('audit'), SecurityEvent)
    .description('show the security log, newest event first')
    .option('--since <when>', 'not before: 30m, 24h, 7d, or a date like 2026-03-01T12:00 (UTC)', since)
    .option(
      '--event <name>',
      `only ${SecurityEventName.options.join(', ')}`,
      oneOf(SecurityEventName.options),
    )
    .option('--who <who>', 'only by account:ID, pair:ID, name:DIGEST, guest or operator', shortText(64))
    .option('--limit <n>', 'how many, at most 1000', wholeNumber(1, 1_000), 100)
    .action(async (options: Options) => {
      const { since: from = 0, event, who, limit } = options;
      await using bus = await host.connect();
      const request = { since: from, event: event ?? null, who: who ?? null, limit };
      const { events: records } = await bus.request(readSecurityLog, request);
      const rows = records.map((one) => [
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
      const headings = ['at', 'event', 'who', 'from', 'about', 'detail', 'request'];
      const sheet = () => ({ headings, rows, spare: ['request', 'from', 'who'] });
      await showList(host, options, { member: 'events', nouns: ['event', 'events'], records, sheet });
    });
}
