import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@checkin/remote'
import { findRoute } from '@checkin/routes'
import { camel, checkedName, type Files, json, pascal, placeAndArgs, writeFiles } from './write-files.ts'

/** The one shape of a screen: a model without React, a view that reads the model, a test of the model. */
export function stepFiles(remote: string, route: string): Files {
  const at = (path: string): string => `${remote}/src/steps/${route}/${path}`
  const name = pascal(route)
  return {
    [at('model.ts')]: `import type { StepVisit } from '@checkin/remote'
import { createEvent, createStore } from 'effector'

/** Fired by the shell, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()

/** The renter goes on. */
export const done = createEvent()
/** The renter goes back. */
export const left = createEvent()

/** True while the screen is shown. */
export const $shown = createStore(false).on(opened, () => true).on(closed, () => false)
`,
    [at('view.tsx')]: `import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { done, left } from './model.ts'

export function ${name}View() {
  const words = useWords('${remote}')
  const press = useUnit({ done, left })
  return (
    <StepBody>
      <StepHeading title={words('${name}.title')} />
      <Actions>
        <Button action="${name}.back" kind="ghost" onClick={() => press.left()}>{words('${name}.back')}</Button>
        <Button action="${name}.next" onClick={() => press.done()}>{words('${name}.next')}</Button>
      </Actions>
    </StepBody>
  )
}
`,
    [at('model.test.ts')]: `import { allSettled, fork } from 'effector'
import { describe, expect, it } from 'vitest'
import { $shown, closed, opened } from './model.ts'

describe('${route}', () => {
  it('is shown from the moment it is opened until it is closed', async () => {
    const scope = fork()
    await allSettled(opened, { scope, params: { name: '${route}', params: {}, query: {} } })
    expect(scope.getState($shown)).toBe(true)
    await allSettled(closed, { scope })
    expect(scope.getState($shown)).toBe(false)
  })
})
`,
  }
}

const usage = 'npm run new:step -- <remote> <route name>'

/** Adds the step to `routes.ts` where every screen may stand that the flow's contract has not, `src/remote.ts` and the messages, each in the one place where its kind is listed. */
function enterStep(root: string, remote: string, route: string): void {
  const edit = (path: string, change: (text: string) => string): void => {
    const file = join(root, remote, path)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
  const named = (event: string): string => `${remote.replace(/^mfe-/, '')}/${camel(route)}${event}`
  edit('routes.ts', (text) => (text.includes(`name: '${route}'`) ? text : text.replace(/\n\]\)/, `\n  { name: '${route}', path: '/${route.toLowerCase()}', after: 'add-extras', stepper: 'offers', leads: { '${named('Done')}': { to: 'next' }, '${named('Left')}': { to: 'back' } } },\n])`)))
  edit('src/remote.ts', (text) => text
    .replace(/(import type \{ RemoteModule \}[^\n]*\n)/, `$1import * as ${camel(route)} from './steps/${route}/model.ts'\nimport { ${pascal(route)}View } from './steps/${route}/view.tsx'\n`)
    .replace(/\n {2}\],/, `\n    { name: '${route}', View: ${pascal(route)}View, opened: ${camel(route)}.opened, closed: ${camel(route)}.closed, events: { '${named('Done')}': ${camel(route)}.done, '${named('Left')}': ${camel(route)}.left } },\n  ],`))
  for (const language of languages) {
    edit(`locales/${language}.json`, (text) => json({ ...(JSON.parse(text) as Record<string, string>), [`${pascal(route)}.title`]: pascal(route), [`${pascal(route)}.back`]: 'Back', [`${pascal(route)}.next`]: 'Continue' }))
  }
}

/** Makes a screen of a remote; throws when the remote is not there, or the name is no name or another module's screen. */
export function newStep(root: string, args: readonly string[]): void {
  const remote = `mfe-${checkedName(args[0]?.replace(/^mfe-/, ''), usage)}`
  const route = args[1]
  if (!existsSync(join(root, remote, 'src/remote.ts'))) throw new Error(`${remote} does not exist: npm run new:remote -- ${remote}`)
  if (route === undefined || !/^[a-z][a-zA-Z0-9-]*$/.test(route)) throw new Error(`Usage: ${usage}`)
  const owner = findRoute(route)?.module
  if (owner !== undefined && owner !== remote) throw new Error(`${route} is a screen of ${owner}`)
  writeFiles(root, stepFiles(remote, route))
  enterStep(root, remote, route)
}

if (import.meta.main) {
  const { root, args } = placeAndArgs(process.argv.slice(2))
  newStep(root, args)
}
