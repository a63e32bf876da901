import type { GivenTexts } from '#contracts/cart.ts';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { always, type CommandRule, noNeeds } from '../../model/command.ts';
import { onOneLine } from '../customer/addresses.ts';
import { lineWith } from '../rules/line.ts';

/** Returns a text without control characters except the ends of lines. */
function withoutControls(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .trim();
}

/** Returns texts on one line each, without empty ones; undefined if there are none. */
function kept(given: GivenTexts): GivenTexts | undefined {
  const texts = Object.entries(given)
    .map(([name, text]) => [onOneLine(name), onOneLine(text)] as const)
    .filter(([name, text]) => name !== '' && text !== '');
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

/**
 * Sets the note of the cart, and replaces the texts of the cart and of lines (docs/reference/cart.md#note-and-attributes).
 * Pure.
 *
 * @throws ServiceError `service_item_not_in_cart` for an unknown line
 */
export const annotate: CommandRule<CommandOf<'annotate'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state, { note, given, lines }) {
    if (lines.some(({ lineKey }) => !lineWith(state.lines, lineKey)))
      throw refusal('service_item_not_in_cart', {});
    const byKey = new Map(lines.map((line) => [line.lineKey, line.given]));
    const next = {
      ...state,
      ...(note !== null && { note: withoutControls(note) || undefined }),
      ...(given !== null && { given: kept(given) }),
      lines: state.lines.map((line) => {
        const own = byKey.get(line.key);
        return own ? { ...line, given: kept(own) } : line;
      }),
    };
    return {
      state: JSON.stringify(next) === JSON.stringify(state) ? state : next,
      lineKeys: [...byKey.keys()],
      notices: [{ kind: 'success', code: 'cart_updated', data: {} }],
    };
  },
};
