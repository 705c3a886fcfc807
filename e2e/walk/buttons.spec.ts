import { expect, test, type Browser } from '@playwright/test'
import { viewports } from '../support/viewports.ts'
import { beforeAgreement, endOfMain, inspectionFlow, mainFlow, offersFlow, type ButtonRow } from './button-table.ts'
import { rowEdges, ways } from './edges.ts'
import { kinds, type Kind } from './reservations.ts'
import { isKnown, passesNow } from './known-failures.ts'
import { reasonOf, record } from './results.ts'
import { Run } from './run.ts'
import { takeStep } from './take-steps.ts'
import { nowhere, type World } from './world.ts'

const edges = [...rowEdges, ...ways]
const devices = { desktop: { viewport: viewports.desktop }, phone: { viewport: viewports.mobile, hasTouch: true } } as const

/** Screen and address only: what the tab remembers of the later screen is still there. */
const shows = (run: Run, world: World, place: World['place']): Promise<void> => run.expectScreen({ ...world, place })

async function moves(run: Run, world: World, to: ButtonRow['back'], move: () => Promise<unknown>): Promise<void> {
  await move().catch(() => undefined)
  if (to === 'asks') await run.answersQuit('Cancel')
  await shows(run, world, to === 'asks' ? world.place : to as World['place'])
}

/** Reload, Back and Forward at one screen. After a question that was answered with Cancel the next row begins from the screen by its address. */
async function tries(run: Run, world: World, { at, back, forward }: ButtonRow): Promise<void> {
  if (at !== 'driver-document-license') {
    await run.page.reload()
    await shows(run, world, at)
  }
  if (back === '-') return
  await moves(run, world, back, () => run.page.goBack())
  if (forward === '-') return
  await moves(run, { ...world, place: back === 'asks' ? at : back }, forward, () => run.page.goForward())
  if (forward === 'asks') await run.opens(`/${at}`)
}

async function walks(browser: Browser, rows: readonly ButtonRow[], kind: Kind, device: typeof devices[keyof typeof devices], deviceName: string): Promise<readonly string[]> {
  const run = await Run.begin(browser, kind, device)
  const failures: string[] = []
  let world: World = { ...nowhere, ...kinds[kind].holds, kind }
  for (const row of rows) {
    const edge = edges.find(({ name }) => name === row.by)
    if (!edge) throw new Error(`no step is called ${row.by}`)
    const id = `${row.at} (${kind})`
    try {
      world = await takeStep(run, edge, world)
      await tries(run, world, row)
      record({ part: 'buttons', id, device: deviceName, outcome: 'passed' })
      failures.push(...passesNow([id]))
    } catch (error) {
      if (!isKnown(id)) failures.push(`${id}: ${reasonOf(error)} at ${run.page.url()}`)
      record({ part: 'buttons', id, device: deviceName, outcome: 'failed', reason: reasonOf(error) })
      await run.opens(`/${row.at}`).catch(() => undefined)
    }
  }
  await run.close()
  return failures
}

const flows = { 'up to the licence': [mainFlow, 'usual'], offers: [offersFlow, 'ready'], 'to the end': [endOfMain, 'ready'], 'before the agreement': [beforeAgreement, 'checkedIn'], inspection: [inspectionFlow, 'ready'] } as const

for (const [deviceName, device] of Object.entries(devices)) {
  for (const [name, [rows, kind]] of Object.entries(flows)) {
    test(`reload, Back and Forward at every screen, ${name}, ${deviceName} (SHELL-41, SHELL-56, DEC-15, DEC-16, DEC-75)`, async ({ browser }) => {
      test.setTimeout(600_000)
      expect(await walks(browser, rows, kind, device, deviceName)).toEqual([])
    })
  }
}

test('whoever leaves the additional driver by the browser\'s Back is at the main driver\'s data again, never the other way round (SHELL-44, DEC-12, DEC-13)', async ({ browser }) => {
  test.setTimeout(300_000)
  const id = 'additional driver left by Back'
  const run = await Run.begin(browser, 'ready', { viewport: viewports.mobile })
  const flowNow = async (): Promise<string | undefined> => (await run.storedTab()).flow
  let reason: string | undefined
  try {
    await run.opensLink('verify')
    await expect(run.renter.screen('reservation').getByRole('heading', { level: 1 })).toBeVisible()
    await run.opens('/additional-driver')
    await run.presses('Yes')
    await expect(run.renter.screen('verify-driver').getByRole('heading', { level: 1 })).toBeVisible()
    expect(await flowNow()).toBe('additionalDriver')
    await run.page.goBack()
    await expect(run.renter.screen('additional-driver').getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(flowNow, { message: 'flow after Back' }).toBe('update')
    await run.opens('/verify-driver')
    await expect(run.renter.field('name')).toHaveValue('Maria')
    record({ part: 'buttons', id, device: 'phone', outcome: 'passed' })
  } catch (error) {
    reason = reasonOf(error)
    record({ part: 'buttons', id, device: 'phone', outcome: 'failed', reason })
  }
  await run.close()
  expect(reason === undefined ? passesNow([id]) : isKnown(id) ? [] : [reason]).toEqual([])
})
