/**
 * What the holder of a lease writes about the bytes that it sends, and about the lease. A newer lease has a higher fence
 * and makes this one's writes void: `null` or `false` means that the lease is no longer ours, or that there is a verdict,
 * and nothing was written. Otherwise the attempts are told as they stand then, as far as they matter: the latest, and
 * those of unknown fate.
 */
export interface SendingStore<Lease, Bytes> {
  /** Commits the bytes as `unknown` before the first of them leaves. */
  recordAttempt(lease: Lease, jws: string, leaseMs: number): Promise<readonly Bytes[] | null>;
  /** The same bytes are about to be sent once more. */
  recordResend(lease: Lease, attempt: number, leaseMs: number): Promise<readonly Bytes[] | null>;
  /** Nothing of these bytes was ever delivered. */
  closeAttempt(lease: Lease, attempt: number): Promise<readonly Bytes[] | null>;
  /** Keeps the lease while the authority is asked. */
  renew(lease: Lease, leaseMs: number): Promise<boolean>;
  /** Ends the lease without a result; the background comes back after `retryMs`. */
  release(lease: Lease, retryMs: number): Promise<void>;
}
