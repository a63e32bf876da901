import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GatewaySettings } from '../../gateway/settings.ts';
import { AuthSettings } from '../../services/auth/settings.ts';
import { CartSettings } from '../../services/cart/settings.ts';
import { CatalogueSettings } from '../../services/catalogue/service.ts';
import { ConnectSettings } from '../../services/connect/settings.ts';
import { EventsSettings } from '../../services/events/settings.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const scripts = JSON.parse(read('package.json')).scripts as object;

test('docs/settings.md names every setting of every process', () => {
  const settings = read('docs/settings.md');
  const processes = [
    GatewaySettings,
    AuthSettings,
    CartSettings,
    CatalogueSettings,
    EventsSettings,
    ConnectSettings,
  ];
  const names = processes.flatMap(({ shape }) => Object.keys(shape));
  expect(names.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
});

test('docs/scripts.md names every npm script, and none that does not exist', () => {
  const commands = read('docs/scripts.md');
  const named = new Set(
    [...commands.matchAll(/`npm (?:run )?(?:--silent )?([a-z]+)/g)].map(([, name]) => name),
  );
  for (const builtIn of ['install', 'link', 'pack', 'rm']) named.delete(builtIn);
  expect([...named].sort()).toEqual(Object.keys(scripts).sort());
});

test('the README is at most 120 lines long', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});
