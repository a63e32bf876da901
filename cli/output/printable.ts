import { asOneLine } from '#platform/util/text.ts';

/**
 * Returns text without control characters, line ends and bidirectional marks, so that a name cannot control
 * the terminal or break the layout.
 */
export const printable = asOneLine;
