// A file of its own, because it alone of `npm start` talks to the services.
import { readCatalogueNumber, readProduct } from '#contracts/catalogue.ts';
import { readSettings } from '#contracts/settings.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Bus } from '../cli/shared/bus.ts';
import { say } from './base/terminal.ts';

/** Id and SKU of a product of the demo shop, which examples use. */
export const demoProduct = { id: 101, sku: 'KC-DAWN' } as const;

/**
 * Imports the demo shop into the running system of a data folder, and returns whether the system contains the
 * demo shop. Imports nothing if the system has ever stored a change of the catalogue or the settings.
 */
export async function ensureDemoShop(dataDir: string): Promise<boolean> {
  const [{ connectBus }, { findSystem }] = await Promise.all([
    import('../cli/shared/bus.ts'),
    import('../cli/shared/settings.ts'),
  ]);
  await using bus = await connectBus(await findSystem({ DATA_DIR: dataDir }));
  if (!(await isNew(bus))) return await holdsDemoShop(bus);
  const began = performance.now();
  const { seedDemoShop } = await import('../cli/seed/demo.ts');
  await seedDemoShop(bus, () => undefined, Date.now());
  say(
    `put the demo shop in (${((performance.now() - began) / 1_000).toFixed(1)} s); --empty starts without it`,
  );
  return true;
}

async function isNew(bus: Bus): Promise<boolean> {
  const [catalogue, settings] = await Promise.all([
    bus.request(readCatalogueNumber, {}),
    bus.request(readSettings, {}),
  ]);
  return catalogue.number === 0 && settings.number === 0;
}

async function holdsDemoShop(bus: Bus): Promise<boolean> {
  try {
    const reply = await bus.request(readProduct, { reference: demoProduct.sku });
    return reply.only.product.id === demoProduct.id;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}
