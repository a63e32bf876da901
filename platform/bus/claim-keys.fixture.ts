import { ClaimSigner, ClaimVerifier, newClaimKeys } from './claim.ts';

/** The claim keys of one test file. */
export const testClaimKeys = newClaimKeys();

/** Signs claims like the gateway. */
export const testSigner = new ClaimSigner(testClaimKeys.privateKey);

/** Verifies claims like a service. */
export const testVerifier = new ClaimVerifier(testClaimKeys.publicKey);
