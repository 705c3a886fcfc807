import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '@checkin/tools/chromium'
import type { Note } from './page-notes.ts'
import { chromiumFlags, keep, percentile, progress } from './report.ts'
import { slowPhone, type Watch } from './slow-phone.ts'

/** One press and the screen that it leads to, in milliseconds. */
interface Step {
  readonly to: string
  /** From the press until the next screen's heading is there. */
  readonly whole: number
  /** The part of it that is not waiting for the server: after the last answer that came before the screen, or all of it without one. */
  readonly own: number
}

interface Walk {
  readonly steps: readonly Step[]
  readonly inputs: readonly number[]
  readonly shift: number
}

/** What the notes of a page tell: each screen that a press led to, how long inputs took, and how much the layout moved. */
export function walkOf(notes: readonly Note[]): Walk {
  let pressed: number | null = null
  const steps: Step[] = []
  for (const note of notes) {
    if (note.kind === 'press') pressed = note.at
    if (note.kind !== 'screen' || pressed === null) continue
    steps.push({ to: note.name, whole: note.at - pressed, own: note.at - Math.max(pressed, note.answeredAt ?? 0) })
    pressed = null
  }
  return {
    steps, inputs: notes.flatMap((note) => (note.kind === 'input' ? [note.milliseconds] : [])),
    shift: notes.reduce((sum, note) => sum + (note.kind === 'shift' ? note.value : 0), 0),
  }
}

/** What stands between the driver's data and the overview, each screen with the button that leads on. */
const offersOf = {
  costaverde: { reference: 'CV1001', presses: [['additional-driver', 'No'], ['upselling', 'ContinueWithoutUpgrade'], ['add-extras', 'NoFinish']] },
  norte: { reference: 'NO4001', presses: [['extras', 'Submit']] },
} as const

/** Companies of the demo whose whole check-in can be walked. */
export type WalkedTenant = keyof typeof offersOf

/** A renter's whole way with the screens' own page objects: found, proved by the mailed code, driver's data and pictures, no upgrade, no extras, paid by card. */
export async function checksIn(browser: Browser, tenant: WalkedTenant = 'costaverde', watch?: Watch): Promise<readonly Note[]> {
  const [{ DriverEntry, picture }, { PaymentScreens }, { aPerson }, { ownReservation }] = await Promise.all([
    import('@checkin/e2e/pages/driver'), import('@checkin/e2e/pages/payment'), import('@checkin/e2e/support/drivers'), import('@checkin/e2e/support/own-reservation'),
  ])
  const { reference, presses } = offersOf[tenant]
  const { page, notes, shows, close } = await slowPhone(browser, watch)
  const entry = new DriverEntry(page)
  const { renter } = entry
  const card = new PaymentScreens(page)
  await renter.verifies(await ownReservation(tenant, reference))
  await shows('reservation')
  await renter.action('Continue').click()
  const person = aPerson('Maria', 'Silva', '1988-02-29')
  // As large as a phone's camera makes them.
  const photo = picture(4000, 3000)
  await entry.verifies(person)
  await entry.details()
  await entry.contact()
  await entry.document(`D${person.licence.replace(/\W/g, '')}`, photo)
  await entry.licence(person.licence, '', photo)
  await renter.action('Submit').click()
  for (const [screen, action] of presses) {
    await shows(screen)
    await renter.action(action).click()
  }
  await shows('overview')
  await card.typesCard({ number: '4111111111111111' })
  await card.pays()
  await renter.screen('complete').getByRole('heading').first().waitFor()
  await close()
  return notes
}

/** `npm run bench -- journey [runs]`: click to next screen, INP and layout shift over a whole check-in, on a phone at slow 4G with a processor four times slower. */
export async function journeyBench(args: readonly string[]): Promise<void> {
  const runs = Number(args[0] ?? 3)
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] })
  const walks: Walk[] = []
  try {
    for (let run = 1; run <= runs; run += 1) walks.push(await progress(`check-in ${run}`, async () => walkOf(await checksIn(browser))))
  } finally {
    await browser.close()
  }
  const median = (values: readonly number[]): number => Math.round(percentile(values, 0.5))
  const steps = [...new Set(walks.flatMap((walk) => walk.steps.map(({ to }) => to)))].map((to) => {
    const of = walks.flatMap((walk) => walk.steps.filter((step) => step.to === to))
    return { 'next screen': to, 'after the press, ms': median(of.map(({ whole }) => whole)), 'without the server, ms': median(of.map(({ own }) => own)) }
  })
  const whole = { 'INP, ms (98 of 100)': Math.round(percentile(walks.flatMap(({ inputs }) => inputs), 0.98)), 'layout shift': Math.max(...walks.map(({ shift }) => Math.round(shift * 10_000) / 10_000)) }
  console.log(`Slow 4G, processor 4x slower, medians of ${runs}`)
  console.table(steps)
  console.table(whole)
  await keep('journey', { runs, steps, whole })
}
