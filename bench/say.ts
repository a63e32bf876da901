/** Prints a line about progress to standard error, because standard output has only the table. */
export const say = (line: string) => process.stderr.write(`${line}\n`);
