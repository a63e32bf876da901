import { ClaimSigner, ClaimVerifier, newClaimKeys } from './claim.ts';

/** The claim keys of one test file. */
export const testClaimKeys = newClaimKeys();

/** Signs as the gateway. */
export const testSigner = new ClaimSigner(testClaimKeys.privateKey);

/** Verifies as a service. */
export const testVerifier = new ClaimVerifier(testClaimKeys.publicKey);
