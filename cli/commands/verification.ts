import { Command, InvalidArgumentError } from 'commander';
import { renderUnicodeCompact } from 'uqr';
import { readAccount } from '#contracts/accounts.ts';
import { confirmVerification, enrolVerification, removeVerification } from '#contracts/login-extensions.ts';
import { json } from '#platform/terminal/text.ts';
import { shortText } from '../shared/arguments.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';

const userText = 'the account: its id, user name, e-mail or phone';

/** Parses a code of six digits. Removes blanks, because authenticators show a code in two halves. */
function codeOf(text: string): string {
  const code = text.replaceAll(' ', '');
  if (/^\d{6}$/.test(code)) return code;
  throw new InvalidArgumentError('It must be six digits.');
}

export function verificationCommand(host: Host): Command {
  return new Command('verification')
    .description('enrol, confirm and remove authenticators of managers')
    .addCommand(enrolCommand(host))
    .addCommand(confirmCommand(host))
    .addCommand(removeCommand(host));
}

function enrolCommand(host: Host): Command {
  return new Command('enrol')
    .description('create a secret for an authenticator; it is shown only now')
    .argument('<user>', userText, shortText(320))
    .option('--json', 'print it as JSON')
    .action(async (reference: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const made = await bus.request(enrolVerification, { reference });
      if (options.json) return host.out(json(made));
      host.out(`${renderUnicodeCompact(made.uri, { border: 2 })}\n`);
      host.out(`Scan this with an authenticator, or enter the secret ${made.secret} there.\n`);
      host.out(`Then: cartwright verification confirm ${made.account} CODE\n`);
    });
}

/**
 * Returns the command `verification confirm USER CODE`, which confirms an authenticator. The account can then log in
 * with codes of this authenticator.
 */
function confirmCommand(host: Host): Command {
  return new Command('confirm')
    .description('confirm an authenticator with its code')
    .argument('<user>', userText, shortText(320))
    .argument('<code>', 'six digits', codeOf)
    .option('--json', 'print the result as JSON')
    .action(async (reference: string, code: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const { account } = await bus.request(confirmVerification, { reference, code });
      host.out(options.json ? json({ account }) : `Account ${account} is verified by its authenticator\n`);
    });
}

function removeCommand(host: Host): Command {
  return confirmOptions(new Command('remove'))
    .description('remove the authenticator of an account')
    .argument('<user>', userText, shortText(320))
    .option('--json', 'print the result as JSON')
    .action(async (reference: string, options: ConfirmOptions) => {
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const { account } = await bus.request(readAccount, { reference });
          return `remove the authenticator of ${account.username} (account ${account.id})`;
        },
        act: async (bus) => {
          const { account } = await bus.request(removeVerification, { reference });
          const text = `The authenticator of account ${account} is removed\n`;
          host.out(options.json ? json({ account }) : text);
        },
      });
    });
}
