import { Command } from 'commander';
import { expect, test } from 'vitest';
import type { Bus } from './bus.ts';
import { confirmOptions, withConfirmation } from './confirmation.ts';
import type { Host } from './host.ts';

/**
 * Runs a deletion with options and with an answer in the terminal. If `answer` is null, there is no terminal. If
 * `gone`, the cart to delete does not exist.
 */
async function deleted(options: object, answer: boolean | null, gone = false) {
  const done: string[] = [];
  const bus = { async [Symbol.asyncDispose]() {} };
  const host = {
    connect: async () => {
      done.push('connected');
      return bus as unknown as Bus;
    },
    ask:
      answer === null
        ? null
        : async (question: string) => {
            done.push(question);
            return answer;
          },
    out: (text: string) => done.push(text),
  } as unknown as Host;
  const failure = await withConfirmation(host, options, {
    describe: async () => {
      if (gone) throw new Error('not there');
      return 'delete the cart\u001b[2J t_1';
    },
    act: async () => void done.push('deleted'),
  }).catch((error: Error) => error.message);
  return { done, failure };
}

const question = 'This will delete the cart [2J t_1. Continue? [y/N] ';

test('at a terminal the command asks for confirmation, and only yes deletes', async () => {
  expect(await deleted({}, true)).toEqual({ done: ['connected', question, 'deleted'], failure: undefined });
  expect(await deleted({}, false)).toEqual({
    ...{ done: ['connected', question], failure: 'nothing was changed' },
  });
});

test('without a terminal the command is refused before it connects, unless --yes is given', async () => {
  expect(await deleted({}, null)).toEqual({ done: [], failure: expect.stringContaining('add --yes') });
  expect((await deleted({ yes: true }, null)).done).toEqual(['connected', 'deleted']);
});

test('a dry run describes the action and changes nothing, even with --yes', async () => {
  expect((await deleted({ dryRun: true, yes: true }, true)).done).toEqual([
    ...['connected', 'Would delete the cart [2J t_1\n'],
  ]);
  const { done } = await deleted({ dryRun: true, json: true }, null);
  expect(JSON.parse(done[1] ?? '')).toEqual({ dryRun: true, would: 'delete the cart\u001b[2J t_1' });
});

test('a missing record causes no question and no deletion', async () => {
  for (const options of [{}, { dryRun: true }]) {
    expect(await deleted(options, true, true)).toEqual({ done: ['connected'], failure: 'not there' });
  }
});

test('the options have one description for all commands', () => {
  const names = confirmOptions(new Command()).options.map(({ long }) => long);
  expect(names).toEqual(['--yes', '--dry-run']);
});
