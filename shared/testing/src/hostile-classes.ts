/** Classes of attacks that the hostile-client bench tries (DEC-247), each with the least number of tries that count as having tried it. */
export const attackClasses = {
  'locate oracle': 11,
  'code guessing': 130,
  'surname guessing': 40,
  'spoofed addresses': 24,
  'fixation, planted cookies': 3,
  'tenant and Host confusion': 20,
  'cross-site calls': 26,
  'foreign names and sessions': 68,
  'keys, drafts and links across sessions': 7,
  'mass assignment': 13,
  'hostile bodies': 15,
  'payments': 21,
  'forged callbacks': 8,
  'hostile images': 60,
  'logs and database': 11,
  'malformed HTTP': 16,
  'slow bodies': 3,
  'paths of the site': 28,
  'forged previews and release cookies': 5,
  'telemetry': 6,
  'publishing': 33,
  'roles, scopes, two persons': 20,
  'paths of the console': 8,
  'sessions of the console': 7,
  'weak secrets in production': 6,
  'markup in names and mail': 26,
  'second proof by a link': 12,
  'second factor at the console': 40,
  'policy reports': 80,
  'callers by certificate': 60,
  'personal data in addresses': 60,
  'inside of a browser': 230,
} as const

/** A class of attacks. */
export type AttackClass = keyof typeof attackClasses

/** What a run of one class found: tries, and what each that came through was. */
export interface AttackFound {
  readonly attack: AttackClass
  readonly tries: number
  readonly through: readonly string[]
}
