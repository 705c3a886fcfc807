import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { boundaryConfig } from './eslint-config.ts'
import { reservationApiLayers } from './service-layers.ts'
import { codeowners, projectRoot, readOwnership, workspacePackages } from './ownership.ts'

const eslint = new ESLint({
  cwd: projectRoot,
  overrideConfigFile: true,
  overrideConfig: [{ files: ['**/*.{ts,tsx}'], languageOptions: { parser: tseslint.parser } }, ...boundaryConfig()],
})

const messagesOf = async (file: string, text: string): Promise<string[]> => {
  const [result] = await eslint.lintText(text, { filePath: join(projectRoot, file) })
  return (result?.messages ?? []).map((message) => message.message)
}

const violations: readonly (readonly [what: string, file: string, text: string])[] = [
  ['a remote imports another remote', 'mfe-offers/src/steps/extras/model.ts', `import { x } from 'mfe-payment'`],
  ['a remote reaches another remote by a relative path', 'mfe-offers/src/domain/price.ts', `import { x } from '../../../mfe-payment/src/remote.ts'`],
  ['a remote imports the shell', 'mfe-driver/src/remote.ts', `import { x } from '@checkin/shell'`],
  ['a remote routes by itself (ECO-14)', 'mfe-driver/src/steps/contact/view.tsx', `import { useNavigate } from 'react-router'`],
  ['a remote routes by itself, with the package that was before it', 'mfe-driver/src/steps/contact/view.tsx', `import { useNavigate } from 'react-router-dom'`],
  ['a remote takes antd past the ui kit', 'mfe-driver/src/steps/contact/view.tsx', `import { Button } from 'antd'`],
  ['a view asks the API', 'mfe-offers/src/steps/extras/view.tsx', `import { calculateExtrasFx } from '../../api.ts'`],
  ['a view reads the flow past its model', 'mfe-offers/src/steps/extras/view.tsx', `import { $config } from '@checkin/flow'`],
  ['a model imports React', 'mfe-offers/src/steps/extras/model.ts', `import { useState } from 'react'`],
  ['a model names an endpoint itself', 'mfe-offers/src/steps/extras/model.ts', `import { calculateExtrasFx } from '@checkin/api/client'`],
  ['a step imports a sibling step', 'mfe-offers/src/steps/extras/model.ts', `import { x } from '../upselling/model.ts'`],
  ['offers publishes an event of payment', 'mfe-offers/src/steps/extras/model.ts', `import { paid } from '@checkin/flow/publish/payment'`],
  ['the domain knows effector', 'mfe-offers/src/domain/price.ts', `import { createStore } from 'effector'`],
  ['the domain reads a screen', 'mfe-driver/src/domain/driver-post.ts', `import type { x } from '../steps/driver-contact/model.ts'`],
  ['browser code imports Node', 'shell/src/session/restore.ts', `import { readFileSync } from 'node:fs'`],
  ['the shell imports a remote at build time', 'shell/src/remotes/load-remote.ts', `import { remote } from 'mfe-driver'`],
  ['the shell publishes an event of payment', 'shell/src/flow/flow.model.ts', `import { paid } from '@checkin/flow/publish/payment'`],
  ['a contract depends on the look', 'shared/contracts/flow/src/index.ts', `import { Button } from '@checkin/ui/button'`],
  ['the ui kit reads the flow', 'shared/ui/src/button/index.tsx', `import { $config } from '@checkin/flow'`],
  ['a service imports another service', 'services/site/src/app.ts', `import { x } from '@checkin/reservation-api'`],
  ['a service reaches past a package\'s exports', 'services/site/src/app.ts', `import { x } from '@checkin/releases/src/manifest.ts'`],
  ['a service leaves its package by a relative path', 'services/site/src/app.ts', `import { x } from '../../../shared/contracts/renter/src/index.ts'`],
  ['a service draws', 'services/reservation-api/src/app.ts', `import { createElement } from 'react'`],
  ['payments know agreements', 'services/reservation-api/src/payments/settle.ts', `import type { AgreementState } from '../agreement/agreement-state.ts'`],
  ['a provider knows agreements', 'services/reservation-api/src/payments/providers/provider.ts', `import { x } from '../../agreement/agreement-state.ts'`],
  ['fleet knows operators', 'services/reservation-api/src/fleet/put-reservation.ts', `import { checkIns } from '../operators/check-ins.ts'`],
  ['a domain layer answers HTTP calls', 'services/reservation-api/src/identity/locate.ts', `import { invalidRequest } from '../http/invalid-request.ts'`],
  ['a layer knows what puts the layers together', 'services/reservation-api/src/fleet/put-reservation.ts', `import { createApp } from '../app.ts'`],
  ['payments know every table', 'services/reservation-api/src/payments/settle.ts', `import type { Tables } from '../tables.ts'`],
  ['a journey looks inside the product', 'e2e/journeys/locate.spec.ts', `import { $flow } from '@checkin/flow'`],
]

describe('boundaries between packages are executed, not only written', () => {
  it.each(violations)('refuses that %s (CODE-10)', async (_what, file, text) => {
    expect(await messagesOf(file, text)).toHaveLength(1)
  })

  it.each([
    ['a model publishes its own event', 'mfe-offers/src/steps/extras/model.ts', `import { extrasSubmitted } from '@checkin/flow/publish/offers'`],
    ['a model asks its own api file', 'mfe-offers/src/steps/extras/model.ts', `import { calculateExtrasFx } from '../../api.ts'`],
    ['a view reads its model and the kit', 'mfe-offers/src/steps/extras/view.tsx', `import { Button } from '@checkin/ui/button'\nimport { $total } from './model.ts'`],
    ['a layer imports those below it', 'services/reservation-api/src/payments/providers/provider.ts', `import { x } from '../../reservations/reservation-store.ts'\nimport { y } from '../settle.ts'`],
    ['the company\'s view reads every table', 'services/reservation-api/src/fleet/put-reservation.ts', `import type { Tables } from '../tables.ts'`],
    ['only api.ts names endpoints', 'mfe-offers/src/api.ts', `export { calculateExtrasFx } from '@checkin/api/client'`],
  ])('allows that %s', async (_what, file, text) => {
    expect(await messagesOf(file, text)).toEqual([])
  })

  it('orders every folder of a layered service', () => {
    const folders = readdirSync(join(projectRoot, reservationApiLayers.path, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(folders.sort()).toEqual([...reservationApiLayers.rows.flat(), 'cli'].sort())
  })

  it('covers a remote that is added tomorrow without anybody adding a rule', async () => {
    const tomorrow = { ...readOwnership(), packages: [{ path: 'mfe-parking', team: 'platform', layer: 'remote' as const }] }
    const { importRules } = await import('./import-matrix.ts')
    expect(importRules(tomorrow).flatMap((rule) => rule.files).every((file) => file.startsWith('mfe-parking/'))).toBe(true)
    expect(importRules(tomorrow).length).toBeGreaterThan(3)
  })

  it('names an owner for every package of the workspace', async () => {
    expect(workspacePackages(projectRoot).filter((path) => !readOwnership().packages.some((each) => each.path === path))).toEqual([])
  })

  it('keeps CODEOWNERS made from ownership.json', () => {
    expect(readFileSync(join(projectRoot, 'CODEOWNERS'), 'utf8')).toBe(codeowners(readOwnership()))
  })

  it('refuses a team without an address', () => {
    expect(() => codeowners({ teams: { platform: 'p@example.com' }, packages: [{ path: 'x', team: 'nobody', layer: 'tool' }] })).toThrow(/nobody/)
  })
})
