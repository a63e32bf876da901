// Shops with a bundled page in a document of its own process: adds the first product and removes it. Prints the totals.
//
//   node visit.fixture.ts PAGE
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Window } from 'happy-dom';

const [, , page = ''] = process.argv;
const window = new Window({ url: 'http://localhost:5173/' });
const { document } = window;
Object.assign(globalThis, { window, document, HTMLIFrameElement: window.HTMLIFrameElement });
document.body.innerHTML = '<div id="root"></div>';
await import(pathToFileURL(page).href);

const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
const click = (label: string) => {
  const button = document.querySelector(`[aria-label^="${label}"]`);
  button?.dispatchEvent(new window.MouseEvent('click', { bubbles: true }));
};
async function print(selector: string, expected: RegExp): Promise<void> {
  while (!expected.test(textOf(selector))) await setTimeout(20);
  process.stdout.write(`${textOf(selector)}\n`);
}

await print('h2', /\(0\)/);
await print('li', /Add/);
click('Add ');
await print('section p', /Total: .*[1-9]/);
await print('h2', /\(1\)/);
click('Remove ');
await print('h2', /\(0\)/);
process.exit(0);
