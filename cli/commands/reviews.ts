import { Command } from 'commander';
import { findReviews, ReviewStatus, setReviewStatus } from '#contracts/reviews.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { table } from '../output/table.ts';
import { Problem } from '../problem.ts';
import { oneOf, wholeNumber } from './arguments.ts';

/** Number of characters of a review in the table. */
const shownCharacters = 60;
const most = 100;

interface ListOptions {
  readonly status?: ReviewStatus;
  readonly page: number;
  readonly perPage: number;
  readonly json?: true;
}

/** Commands and the status that each sets. */
const verbs = { approve: 'approved', hold: 'hold', spam: 'spam', trash: 'trash' } as const;

/** `reviews`: customers' reviews. */
export function reviewsCommand(host: Host): Command {
  const command = new Command('reviews')
    .description('list reviews and change their status')
    .addCommand(listCommand(host));
  for (const [verb, status] of Object.entries(verbs)) command.addCommand(setCommand(host, verb, status));
  return command;
}

function listCommand(host: Host): Command {
  return new Command('list')
    .description('list reviews of any status, newest first')
    .option(
      '--status <status>',
      `only these: ${ReviewStatus.options.join(', ')}`,
      oneOf(ReviewStatus.options),
    )
    .option('--page <n>', 'which page', wholeNumber(1), 1)
    .option('--per-page <n>', 'how many on a page, at most 100', wholeNumber(1, most), 20)
    .option('--json', 'print them as JSON')
    .action(async ({ status, page, perPage, json: asJson }: ListOptions) => {
      await using bus = await host.connect();
      const found = await bus.request(findReviews, { status: status ?? null, page, perPage });
      if (asJson) return host.out(json(found));
      const rows = found.reviews.map((one) => [
        one.id,
        one.status,
        one.productId,
        one.created.local,
        one.rating,
        one.reviewer,
        shortened(one.review),
      ]);
      host.out(table(['id', 'status', 'product', 'written', 'stars', 'by', 'review'], rows));
      host.out(`\n${found.reviews.length} of ${found.total} reviews\n`);
    });
}

function shortened(html: string): string {
  const text = html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters - 1)}…` : text;
}

function setCommand(host: Host, verb: string, status: ReviewStatus): Command {
  return new Command(verb)
    .description(`give reviews the status "${status}"; updates the ratings of their products`)
    .argument('<ids...>', 'ids of reviews', idsOf)
    .option('--json', 'print the result as JSON')
    .action(async (ids: number[], options: { json?: true }) => {
      if (ids.length > most) throw new Problem(`at most ${most} reviews can be named at once`);
      await using bus = await host.connect();
      const { changed } = await bus.request(setReviewStatus, { ids, status });
      const others = changed < ids.length ? `; the rest had the status "${status}", or are not there` : '';
      host.out(options.json ? json({ changed }) : `${changed} of ${ids.length} reviews changed${others}\n`);
    });
}

function idsOf(text: string, before: number[] | undefined): number[] {
  return [...(before ?? []), wholeNumber(1)(text)];
}
