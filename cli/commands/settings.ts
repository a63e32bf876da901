import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { readSettings, type StoreSettings, writeSettings } from '#contracts/settings.ts';
import { Problem } from '#platform/errors/problem.ts';
import { pairs } from '#platform/terminal/table.ts';
import { json } from '#platform/terminal/text.ts';
import type { Host } from '../shared/host.ts';
import type { NamedSetting } from '../store-settings/records.ts';

export function settingsCommand(host: Host): Command {
  return new Command('settings')
    .description('show and change the settings of the store')
    .addCommand(showCommand(host))
    .addCommand(setCommand(host));
}

function showCommand(host: Host): Command {
  return new Command('show')
    .description('show all settings, or one by its name')
    .argument('[name]', 'name of a setting')
    .option('--json', 'print names and values as JSON')
    .action(async (name: string | undefined, options: { json?: true }) => {
      const { namedSettings, settingOf } = await import('../store-settings/named-settings.ts');
      const selected = name === undefined ? namedSettings : [settingOf(name)];
      await using bus = await host.connect();
      const { settings } = await bus.request(readSettings, {});
      if (options.json) return host.out(json(jsonOf(selected, settings)));
      host.out(
        name === undefined
          ? pairs(selected.map((one) => [one.name, one.read(settings)]))
          : textOf(selected, settings, host.width),
      );
    });
}

/** Returns the values of settings by name. A value is a text, or records in the form that `settings set` accepts. */
function jsonOf(selected: readonly NamedSetting[], settings: StoreSettings): Record<string, unknown> {
  return Object.fromEntries(
    selected.map((one) => [one.name, one.records?.json(settings) ?? one.read(settings)]),
  );
}

function textOf(selected: readonly NamedSetting[], settings: StoreSettings, columns: number): string {
  return selected
    .map((one) => one.records?.text(settings, columns) ?? pairs([[one.name, one.read(settings)]]))
    .join('');
}

/**
 * Returns the new value of a setting. For a setting with records, the value `@path` is replaced by the content of the
 * file. @throws Problem if the file cannot be read
 */
async function valueFor({ records }: NamedSetting, value: string): Promise<string> {
  if (!records || !value.startsWith('@')) return value;
  const path = value.slice(1);
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Problem(`the file ${path} cannot be read (${error.code ?? error.message})`);
  });
}

function setCommand(host: Host): Command {
  return new Command('set')
    .description('change one setting; takes effect within a second')
    .argument('<name>', 'name of the setting, as settings show lists them')
    .argument('<value>', 'its value; switches take on or off, lists JSON or @file')
    .option('--force', 'accept a currency with other decimals; prices are not converted')
    .option('--json', 'print name and value as JSON')
    .addHelpText('after', () => currencyHelp + listsHelp)
    .action(async (name: string, value: string, options: { force?: true; json?: true }) => {
      const { settingOf } = await import('../store-settings/named-settings.ts');
      const setting = settingOf(name);
      const given = await valueFor(setting, value);
      await using bus = await host.connect();
      const { settings: stored } = await bus.request(readSettings, {});
      const change = setting.change(given, stored);
      if (!options.force) refuseOtherDecimals(stored, change);
      const { settings } = await bus.request(writeSettings, { settings: change });
      host.out(options.json ? json(jsonOf([setting], settings)) : textOf([setting], settings, host.width));
    });
}

const currencyHelp = `
Prices are kept in the smallest unit of the currency: 19.99 of EUR as 1999. A currency with other decimals reads the
same number otherwise, 1999 of JPY, and converts nothing; therefore only --force sets one.
`;

const listsHelp = `
tax-rates and shipping-zones are lists in JSON, each set as a whole, out of the command or of a file:
  settings show tax-rates --json > rates.json
  settings set tax-rates @rates.json
  settings set tax-rates '[{"name": "VAT", "country": "NL", "rate": "21.0000"}]'
A rate is per cent as text, with four decimals at most. Beside name and rate it may have id, country, state, postcodes, cities,
priority, order, compound, shipping and class. A zone has a name, locations and methods:
  [{"name": "NL", "locations": [{"type": "country", "code": "NL"}],
    "methods": [{"methodId": "flat_rate", "title": "Parcel", "settings": {"cost": "5 + [qty] * 0.50"}}]}]
Methods are flat_rate (cost, type, class_cost_ID, no_class_cost, tax_status), free_shipping (requires, min_amount, ignore_discounts)
and local_pickup (cost, tax_status); their settings are texts, costs without tax. A cost is an amount, or calculated with + - * / and
parentheses from [qty] (pieces), [cost] (what they come to) and [fee percent="10" min_fee="2" max_fee="20"] (a share of that).
`;

function refuseOtherDecimals(stored: StoreSettings, { currency }: Partial<StoreSettings>): void {
  if (!currency || currency.decimals === stored.currency.decimals) return;
  const { code, decimals } = stored.currency;
  throw new Problem(
    `${currency.code} has ${currency.decimals} decimals and ${code} has ${decimals} here: every price would mean another amount; --force sets it all the same`,
    'refused',
  );
}
