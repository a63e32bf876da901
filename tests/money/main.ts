// `npm run money [KIND…]`: the recorded carts, filled over HTTP in a whole system that imports each recorded shop.
import { differencesIn } from './replay/differences.ts';
import { contradictsItself } from './replay/figures.ts';
import { LiveShop } from './replay/live-shop.ts';
import { casesOf, recordedKinds } from './replay/recorded-cases.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

// Child processes notice the end of this process, and end themselves.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

async function main(kinds: readonly string[]): Promise<void> {
  await using live = await LiveShop.start();
  let [carts, equal] = [0, 0];
  for (const given of kinds.flatMap(casesOf)) {
    await live.take(given);
    for (const [index, recorded] of given.carts.entries()) {
      if (contradictsItself(given, recorded)) continue;
      const { answer, taken } = await live.fill(given.ids, recorded.cart);
      const difference = differencesIn(given, recorded, answer, taken);
      carts += 1;
      if (difference === '') equal += 1;
      else say(`${given.name}:${index}  ${difference}`);
    }
  }
  say(`every figure equal in ${equal} of ${carts} carts`);
  if (equal !== carts) process.exitCode = 1;
}

const asked = process.argv.slice(2);
try {
  await main(asked.length > 0 ? asked : recordedKinds);
} catch (error) {
  process.stderr.write(`money: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
