import {
  type Collection,
  findPictured,
  type ImportCounts,
  importTerms,
} from '#contracts/catalogue-import.ts';
import type { ShopKind } from '#contracts/connect.ts';
import { followSettings, readSettings, type StoreSettings } from '#contracts/settings.ts';
import { type TermKind, termKinds } from '#contracts/terms.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { zoneOf } from '#platform/time/shop-time.ts';
import { portions, type ShopRecords } from '#platform/woocommerce/fetch-records.ts';
import { sendSettings, sendStream } from '#platform/woocommerce/import.ts';
import { type Note, Notes } from '#platform/woocommerce/notes.ts';
import { RecordsInMemory, VariationsInMemory } from '#platform/woocommerce/records-in-memory.ts';
import { removeAll, type Services } from '#platform/woocommerce/send.ts';
import { checkShop, type Shop } from '#platform/woocommerce/shop.ts';
import { Brought, type Failure } from './brought.ts';
import { People } from './people.ts';
import { distinct, type Item } from './store/item.ts';

/** The kinds in the order in which they are handed on: products need attributes, and reviews need products. */
const order = ['categories', 'tags', 'brands', 'shippingClasses', 'products', 'reviews', 'coupons'] as const;

/** Settings on which the amounts, times and slugs of all records depend. */
const ofAllRecords = ['currency', 'timezone', 'gmtOffset', 'language'] as const;

const silently = () => undefined;

/** Reads records of the shop and hands them on to the catalogue, which writes only those that differ. */
export class HandOver {
  readonly #records: ShopRecords;
  readonly #services: Services;
  readonly #people: People;
  #attributes: Awaited<ReturnType<ShopRecords['attributes']>> | null = null;

  constructor(records: ShopRecords, services: Services) {
    this.#records = records;
    this.#services = services;
    this.#people = new People(records, services);
  }

  /**
   * Brings items into step. What goes wrong with some of them concerns only these.
   *
   * @throws ServiceError `service_unavailable` if the catalogue does not answer
   */
  async bring(items: readonly Item[]): Promise<Brought> {
    const brought = new Brought();
    const attempt = async (some: readonly Item[], work: () => Promise<void>) => {
      if (some.length === 0) return;
      try {
        await work();
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'service_unavailable') throw error;
        brought.fail(some, error);
      }
    };
    const of = (...kinds: readonly ShopKind[]) => items.filter(({ kind }) => kinds.includes(kind));
    await attempt(of('passwords'), () => this.#people.forget(of('passwords')));
    await attempt(of('settings'), () => this.#settings(brought));
    const attributes = of('attributes', 'terms');
    await attempt(attributes, () => this.#attributesAndTerms(attributes, brought));
    for (const kind of order) {
      for (const some of portions(of(kind))) await attempt(some, () => this.#some(kind, some, brought));
    }
    for (const some of portions(of('customers'))) {
      await attempt(some, async () => this.#people.bring(some, brought, zoneOf(await this.#current())));
    }
    return brought;
  }

  /** Returns the items that show pictures, and repeat their texts and the addresses of their sizes. */
  async showing(pictures: readonly number[]): Promise<Item[]> {
    const items: Item[] = [];
    for (const some of portions(pictures)) {
      const { products, categories, brands } = await this.#services.request(findPictured, { pictures: some });
      const of = (kind: ShopKind, ids: readonly number[]) => ids.map((id) => ({ kind, id }));
      items.push(...of('products', products), ...of('categories', categories), ...of('brands', brands));
    }
    return distinct(items);
  }

  async #settings(brought: Brought): Promise<void> {
    const current = await this.#current();
    const { settings } = await this.#checked(await this.#records.settings(), brought);
    const { settings: counts } = await sendSettings(this.#services, followSettings, { settings, current });
    brought.add('settings', writtenOf(counts));
    const isOther = (name: (typeof ofAllRecords)[number]) =>
      settings[name] !== undefined && JSON.stringify(settings[name]) !== JSON.stringify(current[name]);
    brought.concernsAll ||= ofAllRecords.some(isOther);
  }

  /** Reads all attributes and terms again, since they have no list by ids. Removes the items that the shop lacks. */
  async #attributesAndTerms(items: readonly Item[], brought: Brought): Promise<void> {
    this.#attributes = await this.#records.attributes();
    const { streams } = await this.#checked(this.#attributes.files, brought);
    for (const kind of ['attributes', 'terms'] as const) {
      const stream = streams.find(({ collection }) => collection === kind);
      if (stream) await this.#send(kind, stream, brought);
      const listed = stream?.listedIds ?? new Set();
      const gone = items.filter((item) => item.kind === kind && !listed.has(item.id));
      await this.#remove(
        kind,
        gone.map(({ id }) => id),
        brought,
      );
    }
  }

  async #some(kind: (typeof order)[number], items: readonly Item[], brought: Brought): Promise<void> {
    const ids = items.map(({ id }) => id);
    const { files, variations, gone, parents, later } = await this.#records.read(kind, ids);
    brought.later.push(...items.filter(({ id }) => later.includes(id)));
    if (kind === 'products') this.#attributes ??= await this.#records.attributes();
    const terms = kind === 'products' ? this.#attributes?.files : {};
    const notes = new Notes();
    const { streams } = await this.#checked({ ...files, ...terms }, brought, variations, notes);
    const stream = streams.find(({ collection }) => collection === kind);
    if (stream) {
      await this.#send(kind, stream, brought);
      brought.failures.push(...unreadable(items, stream, notes));
    }
    await this.#remove(kind, gone, brought);
    for (const id of parents.values()) brought.more.push({ kind: 'products', id });
  }

  async #current(): Promise<StoreSettings> {
    return (await this.#services.request(readSettings, {})).settings;
  }

  async #checked(
    files: Readonly<Record<string, unknown>>,
    brought: Brought,
    variations: ReadonlyMap<number, readonly unknown[]> = new Map(),
    notes = brought.notes,
  ): Promise<Shop> {
    const lists = new VariationsInMemory(variations);
    const checked = await checkShop(new RecordsInMemory(files), lists, await this.#current(), notes, true);
    if (notes !== brought.notes)
      for (const { what, why, count } of notes.leftOut) brought.notes.leaveOut(what, why, count);
    return checked;
  }

  async #send(kind: Collection, stream: Shop['streams'][number], brought: Brought): Promise<void> {
    const renamed: number[] = [];
    const services: Services = {
      request: async (operation, request) => {
        const reply = await this.#services.request(operation, request);
        if (operation.name === importTerms.name) renamed.push(...importTerms.reply.parse(reply).renamed);
        return reply;
      },
    };
    const counts = await sendStream(services, stream, silently);
    for (const one of Object.values(counts)) brought.add(kind, writtenOf(one));
    const termKind = termKinds.find((one) => one === kind);
    if (termKind) await this.#reread(termKind, renamed, brought);
  }

  /** Adds the products of renamed terms, because products repeat the names of their terms. */
  async #reread(kind: TermKind, renamed: readonly number[], brought: Brought): Promise<void> {
    if (kind === 'attributes') brought.concernsAll ||= renamed.length > 0;
    else {
      for (const id of renamed) {
        const products = await this.#records.productsWith(kind, id, this.#attributes);
        brought.more.push(...products.map((one) => ({ kind: 'products' as const, id: one })));
      }
    }
  }

  async #remove(kind: Collection, ids: readonly number[], brought: Brought): Promise<void> {
    const counts = await removeAll(this.#services, { collection: kind, ids }, silently);
    for (const one of Object.values(counts)) brought.add(kind, writtenOf(one));
  }
}

function writtenOf(counts: ImportCounts | undefined): number {
  return counts ? counts.created + counts.changed + counts.removed : 0;
}

/** Returns a failure for each item whose record cannot be read. */
function unreadable(items: readonly Item[], stream: Shop['streams'][number], notes: Notes): Failure[] {
  const reasonOf = (id: number) => {
    const isOwn = ({ what }: Note) => what === `${stream.file}, record ${id}`;
    return notes.leftOut.find(isOwn)?.why ?? 'it cannot be read';
  };
  return items
    .filter(({ id }) => stream.unreadIds.has(id))
    .map((item) => ({ items: [item], reason: `${stream.file}, record ${item.id}: ${reasonOf(item.id)}` }));
}
