import { Command } from 'commander';
import { readSettings, type StoreSettings, writeSettings } from '#contracts/settings.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { pairs } from '../output/table.ts';
import { Problem } from '../problem.ts';

/** `settings`: what the shop is and how it reckons. */
export function settingsCommand(host: Host): Command {
  return new Command('settings')
    .description('what the shop is and how it reckons')
    .addCommand(showCommand(host))
    .addCommand(setCommand(host));
}

function showCommand(host: Host): Command {
  return new Command('show')
    .description('show all settings, or one by its name')
    .argument('[name]', 'name of a setting')
    .option('--json', 'print names and values as JSON')
    .action(async (name: string | undefined, options: { json?: true }) => {
      const { namedSettings, settingOf } = await import('../store-settings.ts');
      const chosen = name === undefined ? namedSettings : [settingOf(name)];
      await using bus = await host.connect();
      const { settings } = await bus.request(readSettings, {});
      const values = chosen.map((one) => [one.name, one.read(settings)] as const);
      if (options.json) return host.out(json(Object.fromEntries(values)));
      host.out(pairs(values));
    });
}

function setCommand(host: Host): Command {
  return new Command('set')
    .description('set one setting; seen everywhere within a second')
    .argument('<name>', 'name of the setting, as settings show lists them')
    .argument('<value>', 'its value; switches take on or off')
    .option('--force', 'take a currency with other decimals, although no price is converted')
    .option('--json', 'print name and value as JSON')
    .addHelpText('after', () => currencyHelp)
    .action(async (name: string, value: string, options: { force?: true; json?: true }) => {
      const { settingOf } = await import('../store-settings.ts');
      const setting = settingOf(name);
      await using bus = await host.connect();
      const { settings: held } = await bus.request(readSettings, {});
      const change = setting.change(value, held);
      if (!options.force) refuseOtherDecimals(held, change);
      const { settings } = await bus.request(writeSettings, { settings: change });
      const now = setting.read(settings);
      host.out(options.json ? json({ [name]: now }) : pairs([[name, now]]));
    });
}

const currencyHelp = `
Prices are kept in the smallest unit of the currency: 19.99 of EUR as 1999. A currency with other decimals reads the
same number otherwise, 1999 of JPY, and converts nothing; therefore only --force sets one.
`;

function refuseOtherDecimals(held: StoreSettings, { currency }: Partial<StoreSettings>): void {
  if (!currency || currency.decimals === held.currency.decimals) return;
  const { code, decimals } = held.currency;
  throw new Problem(
    `${currency.code} has ${currency.decimals} decimals and ${code} has ${decimals} here: every price would mean another amount; --force sets it all the same`,
  );
}
