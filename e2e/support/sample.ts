/** Journeys that differ in tenant, language or width alone, and which of them stand for the others at every `npm test`. */
export interface Repeats {
  /** The beginning of their titles; each `{}` is one word of a variant. */
  readonly title: string
  /** Variants that `npm test` walks. */
  readonly sample: readonly string[]
  /** Variants that only `npm run journeys` walks. */
  readonly rest: readonly string[]
}

/** All such journeys. One that is not among them is walked every time. */
export const repeats: readonly Repeats[] = [
  {
    title: 'every screen of verification is accessible and fits, {}, {}',
    sample: ['pt narrow'], rest: ['en desktop', 'en mobile', 'fr mobile', 'en narrow', 'pt desktop', 'pt mobile', 'fr desktop', 'fr narrow'],
  },
  { title: 'check-in in Arabic runs from right to left and is accessible on every screen, {}', sample: ['mobile'], rest: ['desktop'] },
  {
    title: 'a renter of {} reaches the reservation with the mailed code, {}, {}',
    sample: ['costaverde en desktop', 'costaverde pt mobile', 'islandcars en mobile'],
    rest: [
      'costaverde en mobile', 'costaverde pt desktop', 'costaverde fr desktop', 'costaverde fr mobile',
      'islandcars en desktop', 'islandcars pt desktop', 'islandcars pt mobile', 'islandcars fr desktop', 'islandcars fr mobile',
    ],
  },
  {
    title: 'what was typed into the HTML of {} in {} is kept',
    sample: ['alpen fr'], rest: ['costaverde en', 'costaverde pt', 'costaverde fr', 'islandcars en', 'islandcars pt', 'islandcars fr', 'alpen en', 'alpen pt'],
  },
  { title: 'from the mailed code over both drivers, all offers and the overview to the end, {}', sample: ['mobile'], rest: ['desktop'] },
  {
    title: 'the driver of {} is entered and saved, {}',
    sample: ['islandcars desktop'], rest: ['costaverde mobile', 'costaverde desktop', 'islandcars mobile', 'alpen mobile', 'alpen desktop'],
  },
  { title: 'every driver screen is accessible and fits, empty and with errors, {}', sample: ['fr'], rest: ['en', 'pt'] },
  { title: 'offers of CV1001 show the server\'s prices, {}, {}', sample: ['fr mobile'], rest: ['en desktop', 'en mobile', 'pt desktop', 'pt mobile', 'fr desktop'] },
  {
    title: '{}: screen, API and company agree to the cent through add, remove',
    sample: ['CV1005', 'IC2001'], rest: ['CV1003', 'CV1004', 'CV1006', 'CV1007', 'CV1008', 'CV1010', 'CV1011', 'IC2002'],
  },
  { title: 'CV1001 is paid by card, {}, {}', sample: ['pt desktop'], rest: ['en mobile', 'fr narrow'] },
  { title: 'all offers of NO4001 stand on one page and change one account, {}, {}', sample: ['pt narrow'], rest: ['pt mobile', 'pt desktop'] },
  { title: 'pictures and the view that is checked are accessible and fit: {}, {} px', sample: ['de 390'], rest: ['en 1440', 'pt 320'] },
  {
    title: 'the check-in of Norte takes six screens with pictures, from the reference to the end, {}, {}',
    sample: ['en mobile'], rest: ['en desktop', 'pt mobile', 'pt desktop', 'fr mobile', 'fr desktop'],
  },
  {
    title: 'the check-in of Norte takes at most twelve screens with everything typed, {}, {}',
    sample: ['pt desktop'], rest: ['en mobile', 'en desktop', 'pt mobile', 'fr mobile', 'fr desktop'],
  },
  { title: 'going on without extras after a change asks, and Escape goes back to it: {}, {} px', sample: ['pt 390'], rest: ['en 1440', 'fr 320'] },
]

/** The beginnings of long journeys that only `npm run journeys` walks: shorter ones of the sample, or tests of the module, stand for the first look at them. */
export const longest: readonly string[] = [
  'a ticket that was seen opens without a network',
  'a second licence is saved beside the first, six images over a slow line',
  'another reservation in the same tab starts empty',
  'by wallet: its page, the way back and the way out are loaded again',
  'a deposit is held on a new card and the agreement signed, by keyboard alone',
  'a wallet of the device whose answer the provider loses',
  'check-in that was begun on a phone is finished on another device',
  'every part is changed from the overview and leads back to it',
  'at the bank about a deposit the heading stays in sight',
  'a driver with images is entered and saved by keyboard alone',
  'pre-checkout at a company with all offers on one page',
  'a value is changed in its place, a reload keeps what was typed',
  'every page of the console is accessible, on a desktop and on a phone',
  'every refusal of deposit, agreement and signature leaves a true message: CV1001',
  'every refusal of deposit, agreement and signature leaves a true message: CV1009',
  'the whole check-in with a payment is walked at 400 %',
  'check-in completed on one device, the mailed link opened on a phone',
  'a typed address of the overview leads to the terms, then to the driver',
  'view 2 with its second proof is accessible and fits 320 pixels',
  'a refund up to the company\'s limit goes at once, above it a second person approves',
  'a change of settings is prepared, seen beside the present ones',
  'a save that is not answered says that it still works',
  'among 200 tenants one is found on a phone',
  'where a passkey is required, an operator without one makes it before anything else',
  'inside of a browser nothing comes through: forms in a page',
  'inside of a browser nothing comes through: markup and code in a payment page',
  'inside of a browser nothing comes through: markup and code in the console',
  'inside of a browser nothing comes through: pages in windows of others',
  'inside of a browser nothing comes through: calls of other sites',
  'inside of a browser nothing comes through: sessions that others open',
  'what code that runs in a page can do in every browser is known',
  'the other driver fills in the own data by a link on a phone',
  'every refusal of a driver stays until something is changed',
  'a text message that is refused says so',
  'nothing moves on its own on any screen of a check-in on a desktop whose offers are page',
  'nothing moves on its own on any screen of a check-in on a desktop whose offers are steps',
  'nothing moves on its own on any screen of a check-in on a phone whose offers are page',
  'nothing moves on its own on any screen of a check-in on a phone whose offers are steps',
  'the next version of terms is written, compared, read as a PDF, approved by a second person',
  'texts and a mail are worded in two languages, seen before anybody reads them',
  'a check-in in a preview is paid with play money and comes back from the wallet to it',
  'a team adds a screen to its module: check-in leads to it in the shell of before',
  'an error that a renter\'s page throws stands at the console by file and line of its source',
  'everybody reads which versions may be rolled out: deprecated, withdrawn and rolled back',
  'an address that agreed is mailed what happens to releases',
  'a module that the shell was never built with comes with a release set',
  'an operator makes a tenant as a copy of another',
  'an operator says beforehand what two versions are compared by',
  'a deposit is captured in part and another one released by two people',
  'an operator puts a company\'s offers on one page and back',
  'the link of a preview, and the address that opened it',
  'a tampered module file never runs › every chunk',
  'a tampered module file never runs › without a last good version',
  'an operator\'s token is confirmed by a passkey',
  'an operator orders groups and tenants as waves of one plan',
  'a tenant\'s settings are tried in the preview, saved',
  'what a company says of a station is kept as a draft',
  'several reservations of one surname are told apart',
  'in French › IC2001 by card: reloaded and turned back at every point',
  'nothing moves on its own while documents are photographed by a phone',
  'nothing moves on its own while the other driver is invited',
  'pictures that a phone takes appear on the laptop',
  'one driver on two devices: what the other one saved stands beside what was typed',
  'the other driver is invited by text message, proves the number on a phone',
  'a renter who does not want to sign reads that nothing is signed',
  'a passport is read on the device and filled in after a yes',
  'the address of the view alone shows the first screen',
  'NoIwillSignOTC holds nothing and ends at the counter',
  'the inspection takes five pictures, keeps them and sends none',
  'a browser without cameras offers none',
  'a question that the browser\'s Back leaves behind goes with its screen',
  'dropped, the last one in stock is another tab\'s',
  'an extra and an upgrade that were paid are taken back on a phone',
]

/** A proof that every `npm test` has: a file of tests and the beginning of a title in it. */
export interface Proof {
  readonly file: string
  readonly title: string
}

/** The beginnings of further journeys that only `npm run journeys` walks, with what proves the same at every `npm test`. */
export const provenOtherwise: Readonly<Record<string, readonly Proof[]>> = {
  'an invitation by text message that does not arrive says so at 390 px': [
    { file: 'services/reservation-api/src/drivers/invitation/invitation-sms.test.ts', title: 'that %s says so, and the same number or a mail may follow at once' },
    { file: 'mfe-driver/src/invitation/sms.test.tsx', title: 'has words for each state, and the ways to go on where the message did not arrive' },
    { file: 'e2e/journeys/code-sms.spec.ts', title: 'a text message that is ${what} says so' },
  ],
  'a link by text message that does not arrive says so at 390 px': [
    { file: 'services/reservation-api/src/identity/later-sms.test.ts', title: 'that does not arrive says so, and a mailed one follows at once' },
    { file: 'shell/src/support/support.test.tsx', title: 'is offered by SMS where the server has a number, says where it goes' },
    { file: 'e2e/journeys/code-sms.spec.ts', title: 'a text message that is ${what} says so' },
  ],
  'an upgrade that is compared while another device changed the extras': [
    { file: 'mfe-offers/src/steps/upselling/model.test.ts', title: 'else nothing is stored: what is new is shown, the comparison stays open, and the next yes stores it' },
    { file: 'e2e/journeys/two-devices.spec.ts', title: 'one extra on two devices: the later one overwrites nothing' },
  ],
  // The page does not tell one reason from another.
  'a camera that is absent is said': [{ file: 'e2e/journeys/driver-camera.spec.ts', title: 'a camera that is ${what} is said' }],
  'a camera that is taken by another program is said': [{ file: 'e2e/journeys/driver-camera.spec.ts', title: 'a camera that is ${what} is said' }],
  'a phone has the pass of a ticket': [
    { file: 'services/reservation-api/src/checkin/ticket/wallet/pass-devices.test.ts', title: 'registers once, is told which pass changed since it asked last, and fetches it with the new time' },
    { file: 'services/reservation-api/src/checkin/ticket/wallet/wallet-worker.test.ts', title: 'by an empty push for the kind of pass, once' },
    { file: 'services/reservation-api/src/checkin/ticket/wallet/wallet-worker.test.ts', title: 'with the personal data registrations are gone at once' },
    { file: 'e2e/journeys/ticket.spec.ts', title: 'the confirmation leads to a ticket, which a phone shows without a session and changes with the rental' },
  ],
  'by the mailed link: data come back to the review': [
    { file: 'mfe-precheckout/src/steps/precheckout-steps/model.test.ts', title: 'says Done of the additional driver as it is loaded' },
    { file: 'mfe-precheckout/src/steps/precheckout-steps/model.test.ts', title: 'lead to the offer of the driver, the upgrades and the extras' },
    { file: 'shell/src/flow/next-step.test.ts', title: 'the saved licence goes on to %s (DRIVER-57, PRECHK-07)' },
    { file: 'mfe-precheckout/src/steps/rental-agreement/model.test.ts', title: 'prices what was chosen and not sent yet by the server' },
    { file: 'e2e/journeys/precheckout.spec.ts', title: 'from the mail of a completed check-in, with a saved card, to the signed agreement on a phone' },
  ],
}

/** The beginning of one variant's title. */
export const titleOf = ({ title }: Repeats, variant: string): string => variant.split(' ').reduce((text, word) => text.replace('{}', word), title)

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The beginnings of the titles that `npm test` leaves to `npm run journeys`. */
export const titlesLeftOut: readonly string[] = [...repeats.flatMap((group) => group.rest.map((variant) => titleOf(group, variant))), ...longest, ...Object.keys(provenOtherwise)]

/** Finds them. Playwright looks at a group's title and its test's with a space between them, and lists them with the sign. */
export const leftOut = new RegExp(titlesLeftOut.map((title) => `${literal(title.replaceAll(' › ', ' '))}(?!\\w)`).join('|'))

/** Journeys that `npm test` walks in Firefox and WebKit too: found and proved by the mailed code on a phone in Portuguese; reloaded and left. */
export const titlesElsewhere: readonly string[] = [
  'a renter of costaverde reaches the reservation with the mailed code, pt, mobile',
  'the reservation survives a reload without another code',
]

const bodyIsUntold = 'Playwright\'s client of WebDriver BiDi does not tell what a page sends'

const needsChromium = {
  'terms come as a PDF in the language of the page': 'no download is told of',
  'a second licence is saved beside the first, six images over a slow line': 'a slow line is made by the protocol of Chromium\'s tools',
  'without scripts the page says what is needed': 'scripts cannot be turned off',
  'a module from its sources stands in the pages of a site': 'it is for developers, and its parts are tested in all browsers by those who make them',
  'inside of a browser nothing comes through': 'headers are taken out of answers by the protocol of Chromium\'s tools',
  'what code that runs in a page can do in every browser is known': 'statements run before a page\'s own policy by the protocol of Chromium\'s tools',
  'an image is at most 1920 px wide': bodyIsUntold,
  'a card pays, and its digits are nowhere but at the provider': bodyIsUntold,
  'what was typed follows the renter to another device': bodyIsUntold,
  'check-in that was begun on a phone is finished on another device': bodyIsUntold,
  'a wallet of the device whose answer never reaches the page': `${bodyIsUntold}, so that the journey cannot send a call on and keep its answer`,
  'IC2001 by card: reloaded and turned back at every point': `${bodyIsUntold}, so that the journey cannot send a call on and keep its answer`,
} as const

/** Journeys that need what a browser cannot be driven to, and why: `npm run browsers` walks all others. */
export const titlesForChromium = {
  firefox: needsChromium,
  webkit: {
    ...needsChromium,
    'the whole way to the reservation breaks no policy': 'WebDriver runs nothing before the page\'s own scripts, and does not tell what is logged',
    'the code can be asked for again only after a minute': 'the clock is set before the page\'s own scripts run',
    'what was typed into the HTML of': 'what moves and what breaks a policy is watched for before the page\'s own scripts run',
    'the code takes over what stands in the HTML of': 'what moves and what breaks a policy is watched for before the page\'s own scripts run',
    'a driver with images is entered and saved by keyboard alone': 'WebDriver does not tell that a page asks for a file',
    'the first screen of': 'over plain HTTP it asks for gzip, whose bytes are not those of the budget',
    'what is painted before the stylesheet has come': 'six scripts that are held back take all its connections to the site, so that the stylesheet cannot come before them',
    'two tabs change the extras at once': 'two tabs act at one moment, and nothing tells which of them asks',
  },
} as const

const anyOf = (titles: readonly string[]): RegExp => new RegExp(titles.map(literal).join('|'))

/** Finds the journeys that `npm test` walks in other browsers. */
export const walkedElsewhere = anyOf(titlesElsewhere)

/** Finds the journeys that a browser cannot be driven through. */
export const leftToChromium = { firefox: anyOf(Object.keys(titlesForChromium.firefox)), webkit: anyOf(Object.keys(titlesForChromium.webkit)) } as const
