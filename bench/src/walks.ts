import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { projectRoot } from '@checkin/tooling/ownership'
import { checksIn } from './journey.ts'
import type { Note } from './page-notes.ts'
import { slowPhone } from './slow-phone.ts'

type Walk = (browser: Browser) => Promise<readonly Note[]>

const specimen = (name: string): string => join(projectRoot, `e2e/pictures/specimen-${name}.png`)

/** All offers on one page: an extra, a question about a higher group, and on without it. */
const offersOnOnePage: Walk = async (browser) => {
  const [{ Offers }, { Renter }, { site }, { makeLink }, { ownReservation }, { readyRenter }] = await Promise.all([
    import('@checkin/e2e/pages/offers'), import('@checkin/e2e/pages/renter'), import('@checkin/e2e/support/addresses'), import('@checkin/e2e/support/fleet'),
    import('@checkin/e2e/support/own-reservation'), import('@checkin/e2e/support/ready-renter'),
  ])
  const booking = await ownReservation('norte', 'NO4001')
  await readyRenter(booking)
  const { page, notes, shows, close } = await slowPhone(browser)
  const renter = new Renter(page)
  await page.goto((await makeLink('norte', booking.reference, 'verify')).url)
  await shows('reservation')
  await page.goto(site('norte', '/extras'))
  await shows('extras')
  await new Offers(page).presses('GPS', 'Add')
  await page.locator('[data-group="C"] [data-action="Upgrade"]').click()
  await page.locator('[data-vehicle="new"]').waitFor()
  await renter.action('Submit').click()
  await shows('overview')
  await close()
  return notes
}

/** From the mailed link to the signed agreement, the deposit by a card that is typed. */
const preCheckout: Walk = async (browser) => {
  const [{ PrecheckoutScreens }, { makeLink }, { ownReservation }] = await Promise.all([
    import('@checkin/e2e/pages/precheckout'), import('@checkin/e2e/support/fleet'), import('@checkin/e2e/support/own-reservation'),
  ])
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const { page, notes, shows, close } = await slowPhone(browser)
  const screens = new PrecheckoutScreens(page)
  await screens.enters((await makeLink('costaverde', booking.reference, 'precheckout')).url)
  await shows('precheckout')
  await screens.renter.action('ProceedToRentalAgreement').click()
  await shows('precheckout-steps')
  await screens.renter.action('Continue').click()
  await shows('overview-precheckout')
  await screens.renter.action('ProceedToRentalAgreement').click()
  await shows('rental-agreement')
  await screens.typesNewCard('4111111111111111')
  await screens.proceeds()
  await screens.signs()
  await shows('complete-rental-agreement')
  await close()
  return notes
}

/** The ticket by the link of the confirmation. */
const ticket: Walk = async (browser) => {
  const [{ site }, { mailIds, nextMail }, { ownReservation }, { payingRenter }] = await Promise.all([
    import('@checkin/e2e/support/addresses'), import('@checkin/e2e/support/mailbox'), import('@checkin/e2e/support/own-reservation'), import('@checkin/e2e/support/ready-renter'),
  ])
  const booking = await ownReservation('costaverde', 'CV1001')
  const before = await mailIds(booking.mail)
  await payingRenter(booking)
  const path = /\/ticket\/[\w-]{43}/.exec((await nextMail(booking.mail, before)).text)?.[0] ?? ''
  const { page, notes, shows, close } = await slowPhone(browser)
  await page.goto(site('costaverde', path))
  await shows('ticket')
  await page.locator('[data-screen="ticket"] [data-action="End.calendar"]').click()
  await page.waitForLoadState('networkidle')
  await close()
  return notes
}

/** The renter invites the other driver by a link; the other driver proves an address and gives the own data. */
const invitation: Walk = async (browser) => {
  const [{ DriverEntry }, { invitesByLink, provesInvitation }, { site }, { aPerson }, { ownReservation }, { readyRenter }] = await Promise.all([
    import('@checkin/e2e/pages/driver'), import('@checkin/e2e/pages/other-device'), import('@checkin/e2e/support/addresses'), import('@checkin/e2e/support/drivers'),
    import('@checkin/e2e/support/own-reservation'), import('@checkin/e2e/support/ready-renter'),
  ])
  const booking = await ownReservation('norte', 'NO4001')
  await readyRenter(booking)
  const own = await slowPhone(browser)
  const entry = new DriverEntry(own.page)
  const { renter } = entry
  // A mailed link alone invites nobody: the code is proved first.
  await renter.verifies(booking)
  await own.shows('reservation')
  await own.page.goto(site('norte', '/extras'))
  await own.shows('extras')
  await renter.action('Yes').click()
  await own.page.locator('[data-invitation="none"]').waitFor()
  const address = await invitesByLink(entry)
  await own.close()

  const person = aPerson('Rui', 'Costa')
  const other = await slowPhone(browser)
  const invited = new DriverEntry(other.page)
  await other.page.goto(address)
  await other.shows('invitation')
  await provesInvitation(invited, person.email)
  await invited.fillsInvited(person)
  await invited.renter.action('Invited.save').click()
  await other.page.locator('[data-screen="invitation"] form').waitFor({ state: 'detached' })
  await other.close()
  return [...own.notes, ...other.notes]
}

/** Pictures first: both documents are read, what was read is checked and saved. */
const picturesRead: Walk = async (browser) => {
  const [{ DriverEntry }, { aPerson }, { makeLink }, { ownReservation }] = await Promise.all([
    import('@checkin/e2e/pages/driver'), import('@checkin/e2e/support/drivers'), import('@checkin/e2e/support/fleet'), import('@checkin/e2e/support/own-reservation'),
  ])
  const booking = await ownReservation('norte', 'NO4001')
  const person = aPerson('Maria')
  const { page, notes, shows, close } = await slowPhone(browser)
  const entry = new DriverEntry(page)
  const { renter } = entry
  await page.goto((await makeLink('norte', booking.reference, 'verify')).url)
  await shows('reservation')
  const terms = renter.field('terms')
  if (await terms.count() > 0) await terms.check()
  await renter.action('Continue').click()
  await shows('verify-driver')
  await entry.photographs('document.front', specimen('passport'))
  await entry.photographs('licence.front', specimen('licence-front'))
  await entry.photographs('licence.back', specimen('licence-back'))
  await entry.types('email', person.email)
  await entry.types('driversLicense', person.licence)
  await renter.action('Next').click()
  await entry.addsWhatIsMissing('L898902C3')
  await renter.action('Submit').click()
  await shows('extras')
  await close()
  return notes
}

/** A phone that read the code on a laptop and takes its pictures. */
const handOver: Walk = async (browser) => {
  const [{ allowsPhone, sendsPicture, showsCode }, { atVerifyDriver }] = await Promise.all([import('@checkin/e2e/pages/other-device'), import('@checkin/e2e/support/drivers')])
  const { context, page: laptop, entry } = await atVerifyDriver(browser, 'norte')
  const address = await showsCode(entry)
  const { page, notes, shows, close } = await slowPhone(browser)
  await page.goto(address)
  await shows('hand-over')
  await allowsPhone(entry, page)
  for (const [side, file] of [['document.front', 'passport'], ['licence.front', 'licence-front']] as const) {
    await sendsPicture(page, laptop, side, specimen(file))
  }
  await close()
  await context.close()
  return notes
}

/** What `interaction` walks, by the name under which its screens are shown: together every screen of the product. */
export const walks: Readonly<Record<string, Walk>> = {
  costaverde: (browser) => checksIn(browser),
  norte: (browser) => checksIn(browser, 'norte'),
  'offers on one page': offersOnOnePage,
  'pictures read': picturesRead,
  'hand-over': handOver,
  invitation,
  'pre-checkout': preCheckout,
  ticket,
}
