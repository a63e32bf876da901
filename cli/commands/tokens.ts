import { Command } from 'commander';
import { listSigningKeys, revokeTokens, rotateSigningKeys } from '#contracts/tokens.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { signingKeyTable } from '../output/tokens.ts';
import { shortText } from './arguments.ts';

interface Options {
  readonly json?: true;
}

/** `tokens`: by what people stay signed in. */
export function tokensCommand(host: Host): Command {
  return new Command('tokens')
    .description('tokens that people stay signed in by: end them, and change the keys that sign them')
    .addCommand(keysCommand(host))
    .addCommand(rotateCommand(host))
    .addCommand(revokeCommand(host));
}

/** `tokens keys`: the keys that tokens are signed with, the oldest first. */
function keysCommand(host: Host): Command {
  return new Command('keys')
    .description('list the keys that tokens are signed with')
    .option('--json', 'print them as JSON')
    .action(async (options: Options) => {
      await using bus = await host.connect();
      const { keys } = await bus.request(listSigningKeys, {});
      host.out(options.json ? json({ keys }) : signingKeyTable(keys, host.width));
    });
}

/** `tokens rotate`: the next key signs from now on. Nobody is signed out by it. */
function rotateCommand(host: Host): Command {
  return new Command('rotate')
    .description('sign with the next key from now on; nobody is signed out by it')
    .option('--json', 'print the keys as JSON')
    .action(async (options: Options) => {
      await using bus = await host.connect();
      const { keys } = await bus.request(rotateSigningKeys, {});
      if (options.json) return host.out(json({ keys }));
      host.out('Another key signs from now on; tokens of the one before stay good.\n\n');
      host.out(signingKeyTable(keys, host.width));
    });
}

/** `tokens revoke USER`: signs somebody out everywhere. */
function revokeCommand(host: Host): Command {
  return new Command('revoke')
    .description('end all tokens of an account: whoever uses it has to sign in anew, everywhere')
    .argument('<user>', 'id, user name, e-mail address or phone number', shortText(320))
    .option('--json', 'print whose they were as JSON')
    .action(async (reference: string, options: Options) => {
      await using bus = await host.connect();
      const { account } = await bus.request(revokeTokens, { reference });
      host.out(
        options.json ? json({ revoked: true, account }) : `All tokens of account ${account} are ended\n`,
      );
    });
}
