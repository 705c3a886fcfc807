/**
 * What the site server fills into the pre-rendered pages (services/site reads the same characters). They are
 * private characters, so that no text of ours can be taken for one.
 */
export const placeholders = {
  /** First letter of the firm's name, or its picture in its place. */
  initial: '\uE001',
  /** The rest of the firm's name. */
  name: '\uE002',
  /** Version of the module that renders the screen. */
  version: '\uE003',
  /** The screen itself. */
  screen: '\uE004',
} as const
