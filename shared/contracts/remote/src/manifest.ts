import * as z from 'zod'
import { SettingSpecs } from '@checkin/releases'
import { routeNames } from '@checkin/routes'
import { RouteRow } from '@checkin/routes/row'
import type { ModuleName } from './index.ts'

/** A semver range such as `^1.2.0`. */
const range = z.string().regex(/^[\^~]?\d+\.\d+\.\d+$/)

/** What a remote declares about itself in `remote.manifest.ts`; the registry refuses a set with an unmet range. */
export const RemoteManifest = z.strictObject({
  name: z.templateLiteral(['mfe-', z.string().regex(/^[a-z][a-z0-9-]*$/)]) satisfies z.ZodType<ModuleName>,
  /** The team of ownership.json that answers for the module. */
  team: z.string().min(1),
  steps: z.array(z.string()),
  /** The rows of its screens (`routes.ts`), which a release set brings to site and shell (DEC-195). */
  screens: z.optional(z.array(RouteRow).readonly()),
  /** Those that need nothing of a session and may therefore stand in the HTML before any script has run. */
  firstScreens: z.optional(z.array(z.string())),
  /** What operators may set about it, per tenant; it comes with each visit (`StepVisit.settings`). */
  settings: z.optional(SettingSpecs),
  /** Contract versions it was built against. */
  needs: z.strictObject({ shell: range, flow: range, rest: range, ui: range }),
}).check(({ value: { steps, screens = [] }, issues }) => {
  const known = new Set<string>([...routeNames, ...screens.map(({ name }) => name)])
  for (const step of steps.filter((each) => !known.has(each))) issues.push({ code: 'custom', input: step, path: ['steps'], message: `no row says where ${step} stands` })
})
export type RemoteManifest = z.infer<typeof RemoteManifest>
