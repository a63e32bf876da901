import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { type Cell, csv, type Sheet, tableOf } from '#platform/terminal/table.ts';
import { json } from '#platform/terminal/text.ts';
import { wholeNumber } from './arguments.ts';
import type { Host } from './host.ts';

/** Options of commands that print a list. */
export interface ListOptions {
  readonly fields?: readonly string[];
  readonly csv?: true;
  readonly json?: true;
}

/** Options of commands that print a list in pages. */
export interface PageOptions extends ListOptions {
  readonly page: number;
  readonly perPage: number;
  readonly all?: true;
}

const maxPerPage = 100;

/**
 * Returns a parser of the option `--fields`: paths of members, separated by commas. The parser checks that each path
 * begins with a member of `record`.
 */
function fieldsOf(record: z.ZodObject): (text: string) => string[] {
  const known = Object.keys(record.shape);
  return (text) => {
    const fields = [...new Set(text.split(',').map((one) => one.trim()))];
    if (fields.every((one) => known.includes(one.split('.')[0] ?? '') && !one.endsWith('.'))) return fields;
    throw new InvalidArgumentError(`It must be among ${known.join(', ')}.`);
  };
}

/**
 * Adds `--fields`, `--csv` and `--json` to a command that lists records with the schema `record`. `inJson` is added to
 * the help of `--json`, for example `, amounts in minor units`.
 */
export function listOptions(command: Command, record: z.ZodObject, inJson = ''): Command {
  return command
    .option(
      '--fields <names>',
      'only these members of the JSON, with commas and dots: id,name',
      fieldsOf(record),
    )
    .addOption(new Option('--csv', 'print them as CSV').conflicts('json'))
    .option('--json', `print them as JSON${inJson}`);
}

/** Adds the options of `listOptions`, and `--page`, `--per-page` and `--all`. */
export function pageOptions(command: Command, record: z.ZodObject, inJson = ''): Command {
  const paged = command
    .addOption(
      new Option('--page <n>', 'which page').argParser(wholeNumber(1, 1_000_000)).default(1).conflicts('all'),
    )
    .option('--per-page <n>', `how many on a page, at most ${maxPerPage}`, wholeNumber(1, maxPerPage), 20)
    .option('--all', 'print all pages');
  return listOptions(paged, record, inJson);
}

interface Page<R> {
  readonly records: readonly R[];
  readonly total: number;
}

/** Returns the records of the page that the options name, or the records of all pages with `--all`. */
export async function readPages<R>(
  { page, perPage, all }: PageOptions,
  read: (place: { page: number; perPage: number }) => Promise<Page<R>>,
): Promise<Page<R>> {
  if (!all) return read({ page, perPage });
  const records: R[] = [];
  for (let next = 1; ; next += 1) {
    const found = await read({ page: next, perPage: maxPerPage });
    records.push(...found.records);
    if (next * maxPerPage >= found.total) return { records, total: found.total };
  }
}

/** What `showList` prints: the records of a list, their names in the output, and a table of the records. */
interface Shown<R> {
  /** Name of the member that contains the records in the printed JSON. */
  readonly member: string;
  /** Singular and plural of the noun for a record. */
  readonly nouns: readonly [one: string, many: string];
  readonly records: readonly R[];
  readonly total?: number;
  /** Other members of the printed JSON. */
  readonly further?: Readonly<Record<string, unknown>>;
  /** Returns the table that is printed if the option `--fields` is absent. */
  sheet(): Sheet | Promise<Sheet>;
}

/** Prints a list in the format of its options: JSON, CSV or a table with a footer. */
export async function showList<R>(
  host: Host,
  options: ListOptions & Partial<PageOptions>,
  list: Shown<R>,
): Promise<void> {
  const { fields } = options;
  if (options.json) {
    const records = fields ? list.records.map((one) => picked(one, fields)) : list.records;
    return host.out(json({ [list.member]: records, ...list.further, ...placeOf(options, list) }));
  }
  const isEmpty = list.records.length === 0;
  if (isEmpty && !options.csv) return host.out(`${footer(options, list)}\n`);
  const sheet = fields ? fieldSheet(list.records, fields) : await list.sheet();
  if (options.csv) return host.out(csv(sheet));
  host.out(tableOf(sheet, host.width));
  const text = footer(options, list);
  if (text !== '') host.out(`\n${text}\n`);
}

function placeOf({ page, perPage, all }: Partial<PageOptions>, { total }: Pick<Shown<unknown>, 'total'>) {
  if (total === undefined) return {};
  return all ? { total } : { total, page, perPage };
}

/** Returns the line below a list, such as `Page 1 of 4, 62 products`; `No products` for an empty list. */
function footer(
  { page = 1, perPage = 1, all }: Partial<PageOptions>,
  { nouns: [one, many], records, total }: Shown<unknown>,
): string {
  if (total === 0 || (total === undefined && records.length === 0)) return `No ${many}`;
  if (total === undefined) return '';
  const counted = `${total} ${total === 1 ? one : many}`;
  if (all) return counted;
  const place = `Page ${page} of ${Math.ceil(total / perPage)}`;
  return records.length === 0 ? `${place} has no ${many}; there are ${counted}` : `${place}, ${counted}`;
}

type Members = Record<string, unknown>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the member at a path such as `prices.price`; undefined if the record lacks this member. */
function memberOf(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), record);
}

/** Returns a copy of a record that has only the members at the given paths. */
function picked(record: unknown, paths: readonly string[]): Members {
  const kept: Members = {};
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? path;
    let at = kept;
    for (const name of names) {
      const inner = at[name];
      const next = isObject(inner) ? inner : {};
      at[name] = next;
      at = next;
    }
    at[last] = memberOf(record, path) ?? null;
  }
  return kept;
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** Returns the members of records as a table with a column for each path. */
function fieldSheet(records: readonly unknown[], paths: readonly string[]): Sheet {
  const rows = records.map((record) => paths.map((path) => cellOf(memberOf(record, path))));
  return { headings: paths, rows };
}
