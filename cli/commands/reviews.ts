import { Command } from 'commander';
import { FoundReview, findReviews, ReviewStatus, setReviewStatus } from '#contracts/reviews.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { Sheet } from '#platform/terminal/table.ts';
import { json } from '#platform/terminal/text.ts';
import { oneOf, wholeNumber } from '../shared/arguments.ts';
import type { Host } from '../shared/host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../shared/lists.ts';

/** Maximum number of characters of a review in the table. */
const shownCharacters = 60;
/** Maximum number of reviews that one command can change. */
const maxReviews = 100;

interface ListOptions extends PageOptions {
  readonly status?: ReviewStatus;
}

/** By command: the status that the command gives to reviews. */
const verbs = { approve: 'approved', hold: 'hold', spam: 'spam', trash: 'trash' } as const;

export function reviewsCommand(host: Host): Command {
  const command = new Command('reviews')
    .description('list reviews and change their status')
    .addCommand(listCommand(host));
  for (const [verb, status] of Object.entries(verbs)) command.addCommand(setCommand(host, verb, status));
  return command;
}

function listCommand(host: Host): Command {
  return pageOptions(new Command('list'), FoundReview)
    .description('list reviews of any status, newest first')
    .option(
      '--status <status>',
      `only these: ${ReviewStatus.options.join(', ')}`,
      oneOf(ReviewStatus.options),
    )
    .action(async (options: ListOptions) => {
      await using bus = await host.connect();
      const { records, total } = await readPages(options, async (place) => {
        const found = await bus.request(findReviews, { ...place, status: options.status ?? null });
        return { records: found.reviews, total: found.total };
      });
      const sheet = () => reviewSheet(records);
      await showList(host, options, {
        ...{ member: 'reviews', nouns: ['review', 'reviews'], records, total, sheet },
      });
    });
}

function reviewSheet(reviews: readonly FoundReview[]): Sheet {
  const rows = reviews.map((one) => [
    one.id,
    one.status,
    one.productId,
    one.created.local,
    one.rating,
    one.reviewer,
    shortened(one.review),
  ]);
  const headings = ['id', 'status', 'product', 'written', 'stars', 'by', 'review'];
  return { headings, rows, spare: ['product', 'written', 'by'] };
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
      if (ids.length > maxReviews) throw new Problem(`at most ${maxReviews} reviews can be named at once`);
      await using bus = await host.connect();
      const { changed, missing } = await bus.request(setReviewStatus, { ids, status });
      const others = changed + missing.length < ids.length ? `; the rest had the status "${status}"` : '';
      const result = `${changed} of ${ids.length} reviews changed${others}\n`;
      host.out(options.json ? json({ changed, missing }) : result);
      if (missing.length > 0) throw new Problem(`there is no review ${missing.join(', ')}`, 'not_found');
    });
}

function idsOf(text: string, before: number[] | undefined): number[] {
  return [...(before ?? []), wholeNumber(1)(text)];
}
