import { camel, pascal, type Files } from './write-files.ts'

/** The one shape of a screen: a table of contents, a model without React, a view that reads the model, a test of the model. */
export function stepFiles(remote: string, route: string): Files {
  const at = (path: string): string => `${remote}/src/steps/${route}/${path}`
  const name = pascal(route)
  return {
    [at('step.ts')]: `import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { ${name}View } from './view.tsx'

/** The screen \`${route}\` of docs/spec/flow.md. */
export const ${camel(route)}Step: Step = { name: '${route}', View: ${name}View, opened, closed }
`,
    [at('model.ts')]: `import type { StepVisit } from '@checkin/remote'
import { createEvent, createStore } from 'effector'

/** The shell says that the screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()

/** True while the screen is shown. */
export const $shown = createStore(false).on(opened, () => true).on(closed, () => false)
`,
    [at('view.tsx')]: `import { useWords } from '@checkin/i18n'
import { useUnit } from 'effector-react'
import { $shown } from './model.ts'

export function ${name}View() {
  const words = useWords('${remote}')
  const shown = useUnit($shown)
  return <h1 tabIndex={-1} aria-hidden={!shown}>{words('${name}.title')}</h1>
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
