import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GatewaySettings } from '../../gateway/settings.ts';
import { AuthSettings } from '../../services/auth/settings.ts';
import { CartSettings } from '../../services/cart/settings.ts';
import { CatalogueSettings } from '../../services/catalogue/process-settings.ts';
import { EventsSettings } from '../../services/events/settings.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const scripts = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  .scripts as object;

test('the README names every setting of every process', () => {
  const processes = [GatewaySettings, AuthSettings, CartSettings, CatalogueSettings, EventsSettings];
  const names = processes.flatMap(({ shape }) => Object.keys(shape));
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('the README names every npm script, and none that there is not', () => {
  const named = new Set([...readme.matchAll(/npm (?:run )?(?:--silent )?([a-z]+)/g)].map(([, name]) => name));
  expect([...named].sort()).toEqual(Object.keys(scripts).sort());
});
