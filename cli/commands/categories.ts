import { Command } from 'commander';
import { createCategory, deleteCategory } from '#contracts/catalogue-edit.ts';
import { Category, listTerms, readTerm } from '#contracts/terms.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type Sheet, tableOf } from '#platform/terminal/table.ts';
import { json } from '#platform/terminal/text.ts';
import { asOneLine } from '#platform/util/text.ts';
import { anyText, shortText, wholeNumber } from '../shared/arguments.ts';
import type { Bus } from '../shared/bus.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../shared/lists.ts';

const reference = shortText(200);

export function categoriesCommand(host: Host): Command {
  return new Command('categories')
    .description('list, create and delete categories of products')
    .addCommand(listCommand(host))
    .addCommand(createCommand(host))
    .addCommand(deleteCommand(host));
}

interface ListOptions extends PageOptions {
  readonly search?: string;
  readonly parent?: number;
}

function sheetOf(categories: readonly Category[]): Sheet {
  const rows = categories.map((one) => [one.id, one.name, one.slug, one.parentId || '', one.count]);
  return { headings: ['id', 'name', 'slug', 'below', 'products'], rows };
}

function listCommand(host: Host): Command {
  return pageOptions(new Command('list'), Category)
    .description('list categories by name')
    .option('--search <text>', 'only names and slugs with this text', shortText(200))
    .option('--parent <id>', 'only those right below this one; 0 for the top', wholeNumber(0))
    .action(async (options: ListOptions) => {
      const { search = '', parent = null } = options;
      await using bus = await host.connect();
      const { records, total } = await readPages(options, async (place) => {
        const reply = await bus.request(listTerms, { ...place, kind: 'categories', search, parent });
        return { records: reply.found.records as Category[], total: reply.total };
      });
      const sheet = () => sheetOf(records);
      await showList(host, options, {
        ...{ member: 'categories', nouns: ['category', 'categories'], records, total, sheet },
      });
    });
}

interface CreateOptions {
  readonly name: string;
  readonly slug?: string;
  readonly parent?: string;
  readonly description?: string;
  readonly json?: true;
}

function createCommand(host: Host): Command {
  return new Command('create')
    .description('create a category')
    .requiredOption('--name <name>', 'its name', shortText(1_000))
    .option('--slug <slug>', 'its name in links; made of the name by default', reference)
    .option('--parent <id-or-slug>', 'the category above it', reference)
    .option('--description <text>', 'a text about it', anyText(10_000))
    .option('--json', 'print it as JSON')
    .action(async ({ name, slug = '', parent = '', description = '', json: asJson }: CreateOptions) => {
      await using bus = await host.connect();
      const made = { name, slug, parent, description, menuOrder: 0, display: 'default' as const };
      const { category } = await bus.request(createCategory, { category: made });
      host.out(asJson ? json({ category }) : tableOf(sheetOf([category]), host.width));
    });
}

function deleteCommand(host: Host): Command {
  return confirmOptions(new Command('delete'))
    .description('delete a category; its products stay, and the categories below it move up')
    .argument('<id-or-slug>', 'id or slug of the category', reference)
    .option('--json', 'print what was deleted as JSON')
    .action(async (idOrSlug: string, options: ConfirmOptions) => {
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const { id, name, count } = await categoryOf(bus, idOrSlug);
          return `delete the category ${name} (${id}) and take it from ${count} published products`;
        },
        act: async (bus) => {
          const done = await bus.request(deleteCategory, { reference: idOrSlug });
          if (options.json) return host.out(json({ deleted: true, ...done }));
          const { category, products, moved } = done;
          const taken = `taken from ${products} ${products === 1 ? 'product' : 'products'}`;
          const up = moved === 0 ? '' : `; ${moved} below it moved up`;
          host.out(`Category ${asOneLine(category.name)} deleted: ${taken}${up}\n`);
        },
      });
    });
}

/** Returns the category with an id or slug. @throws ServiceError `service_term_invalid` if there is no such category */
async function categoryOf(bus: Bus, idOrSlug: string): Promise<Category> {
  const { found } = await bus.request(readTerm, { kind: 'categories', reference: idOrSlug });
  const [category] = found.records as Category[];
  if (!category) throw refusal('service_term_invalid', {});
  return category;
}
