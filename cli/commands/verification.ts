import { Command, InvalidArgumentError } from 'commander';
import { renderUnicodeCompact } from 'uqr';
import { confirmVerification, enrolVerification, removeVerification } from '#contracts/login-extensions.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { shortText } from './arguments.ts';

const userText = 'the account: its id, user name, e-mail or phone';

/** Reads a code, which authenticators show in two halves. */
function codeOf(text: string): string {
  const code = text.replaceAll(' ', '');
  if (/^\d{6}$/.test(code)) return code;
  throw new InvalidArgumentError('It must be six digits.');
}

/** `verification`: authenticators of accounts, whose codes the extension `admin-verification` asks for. */
export function verificationCommand(host: Host): Command {
  return new Command('verification')
    .description('authenticators of those who look after the shop: enrol, confirm, remove them')
    .addCommand(enrolCommand(host))
    .addCommand(confirmCommand(host))
    .addCommand(removeCommand(host));
}

/** `verification enrol USER`: shows a new secret, once, as a picture that authenticators read. */
function enrolCommand(host: Host): Command {
  return new Command('enrol')
    .description('make a secret for an authenticator; it is shown this once')
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

/** `verification confirm USER CODE`: from then on the authenticator's codes are good. */
function confirmCommand(host: Host): Command {
  return new Command('confirm')
    .description('confirm an authenticator by the code that it shows')
    .argument('<user>', userText, shortText(320))
    .argument('<code>', 'six digits', codeOf)
    .option('--json', 'print the result as JSON')
    .action(async (reference: string, code: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const { account } = await bus.request(confirmVerification, { reference, code });
      host.out(options.json ? json({ account }) : `Account ${account} is verified by its authenticator\n`);
    });
}

/** `verification remove USER`: for an authenticator that is lost. */
function removeCommand(host: Host): Command {
  return new Command('remove')
    .description('forget the authenticator of an account, so that another can be enrolled')
    .argument('<user>', userText, shortText(320))
    .option('--json', 'print the result as JSON')
    .action(async (reference: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const { account } = await bus.request(removeVerification, { reference });
      host.out(options.json ? json({ account }) : `The authenticator of account ${account} is forgotten\n`);
    });
}
