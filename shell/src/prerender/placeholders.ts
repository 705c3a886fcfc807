/**
 * What the site server fills into the drawn pages (services/site/src/first-screen.ts knows the same signs). The signs are
 * private characters, so that no text of ours can be taken for one.
 */
export const gaps = {
  /** First letter of the firm's name, or its picture in its place. */
  initial: '\uE001',
  /** The rest of the firm's name. */
  name: '\uE002',
  /** Version of the module that draws the screen. */
  version: '\uE003',
  /** The screen itself. */
  screen: '\uE004',
} as const
