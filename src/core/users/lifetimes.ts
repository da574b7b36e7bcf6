import { DAY_MS, HOUR_MS, MINUTE_MS } from '../calendar/spans.ts';

/** How long what lets a user in lives, in milliseconds. */
export const LIFETIMES = {
  /** A session ends that was not used for so long. */
  idleSessionMs: 12 * HOUR_MS,
  /** A session ends so long after it began, however much it is used. */
  sessionMs: 14 * DAY_MS,
  invitationMs: 7 * DAY_MS,
  resetMs: HOUR_MS,
  /** A link that signs in once. */
  entryMs: 15 * MINUTE_MS,
  /** What a device has to sign. */
  challengeMs: 5 * MINUTE_MS,
  /** The way to the provider of the sign-in and back. */
  ticketMs: 10 * MINUTE_MS,
  /** How long after a user has come in a passkey may be added without coming in again. */
  freshSessionMs: 15 * MINUTE_MS,
} as const;
