import { projectRoot } from '../ownership.ts'
import { enterOwner } from './new-remote.ts'
import { camel, checkedName, type Files, json, writeFiles } from './write-files.ts'

/** The one shape of a service: settings checked at start, the shared HTTP base, one feature folder, a test over HTTP. */
export function serviceFiles(name: string): Files {
  const at = (path: string): string => `services/${name}/${path}`
  const service = `${camel(name)}Service`
  return {
    [at('package.json')]: json({
      name: `@checkin/${name}`, version: '1.0.0', private: true, description: `The service ${name}`, type: 'module',
      dependencies: { '@checkin/server': 'workspace:*', fastify: 'catalog:', zod: 'catalog:' },
      devDependencies: { vitest: 'catalog:' },
    }),
    [at('src/settings.ts')]: `import * as z from 'zod'
import { portSetting, readSettings } from '@checkin/server'

/** Settings from the environment; throws with the variable's name when one is not valid. */
export const settings = (): { readonly port: number } => ({ port: readSettings(z.object({ PORT: portSetting(0) })).PORT })
`,
    [at('src/app.ts')]: `import { createService, type Service, type ServiceOptions } from '@checkin/server'
import { statusRoutes } from './features/status/status.routes.ts'

/** The service with all its features, not yet listening. */
export function ${service}(log: ServiceOptions['log'] = {}): Service {
  const service = createService({ name: '${name}', log })
  statusRoutes(service.app)
  return service
}
`,
    [at('src/main.ts')]: `import { ${service} } from './app.ts'
import { settings } from './settings.ts'

await ${service}().listen({ port: settings().port })
`,
    [at('src/features/status/status.routes.ts')]: `import type { FastifyInstance } from 'fastify'

/** \`GET /status\`: says that the service answers. */
export function statusRoutes(app: FastifyInstance): void {
  app.get('/status', () => ({ status: 'ok' }))
}
`,
    [at('src/app.test.ts')]: `import { expect, it } from 'vitest'
import { ${service} } from './app.ts'

it('answers that it is there', async () => {
  const { app } = ${service}({ level: 'silent' })
  const answer = await app.inject({ url: '/status' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
})
`,
    [at('README.md')]: `# ${name}\n\nSettings: \`src/settings.ts\`. Features: one folder each below \`src/features/\`.\n`,
  }
}

/** `npm run new:service -- <name> [team]` */
export function newService(root: string, args: readonly string[]): void {
  const name = checkedName(args[0], 'npm run new:service -- <name> [team]')
  const team = args[1] ?? 'platform'
  writeFiles(root, serviceFiles(name))
  enterOwner(root, `services/${name}`, team, 'service')
}

if (import.meta.main) newService(projectRoot, process.argv.slice(2))
