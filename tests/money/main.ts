// `npm run money [KIND…]`: imports each recorded shop into a whole system, fills the recorded carts over HTTP,
// and compares all figures.
import { differencesIn } from './replay/differences.ts';
import { contradictsItself } from './replay/figures.ts';
import { LiveShop } from './replay/live-shop.ts';
import { casesOf, recordedKinds } from './replay/recorded-cases.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

// The child processes end by themselves when this process has ended.
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

const kindsAsked = process.argv.slice(2);
try {
  await main(kindsAsked.length > 0 ? kindsAsked : recordedKinds);
} catch (error) {
  process.stderr.write(`money: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
