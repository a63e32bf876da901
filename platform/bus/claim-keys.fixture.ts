import { ClaimSigner, ClaimVerifier, newClaimKeys } from './claim.ts';

/** The key pair for claims of one test file. */
export const testClaimKeys = newClaimKeys();

/** Signs as the gateway of this test file. */
export const testSigner = new ClaimSigner(testClaimKeys.privateKey);

/** Verifies as the services of this test file. */
export const testVerifier = new ClaimVerifier(testClaimKeys.publicKey);
