import { choiceText } from '@checkin/registry/words'
import { moduleNames as remotes } from '@checkin/routes'

const formatter = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' })

/** A moment as text. */
export const momentText = (at: string): string => formatter.format(new Date(at))

/** A moment in the operator's own time zone, exact on hover. */
export const Moment = ({ at }: { readonly at: string }) => <time dateTime={at} title={at}>{formatter.format(new Date(at))}</time>

/** A whole number as people read it. */
export const whole = new Intl.NumberFormat('en-GB')

/** Modules in the order in which renters meet them. */
const moduleNames = ['shell', ...remotes]
/** The shell, the modules of the flow, and what else there is: a set may have modules of any name (DEC-199). */
export const moduleNamesWith = (more: readonly string[] = []): readonly string[] => [...new Set([...moduleNames, ...more])]

/** What a rollout brings, and to how many; one of settings brings the version that everybody has, set otherwise (DEC-361). */
export const rolloutText = ({ modules, settings, percent }: { readonly modules: Readonly<Record<string, string>>; readonly settings?: object | undefined; readonly percent: number }): string =>
  `${choiceText(modules)}${settings ? ' with other settings' : ''} at ${percent} %`

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

/** A language by its English name; its code where it has none. */
export const languageName = (code: string): string => languageNames.of(code) ?? code
