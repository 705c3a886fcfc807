/**
 * The journeys that every `npm test` walks, by the beginnings of their titles: one through each part of the product, the money, what attackers
 * want and what operators do at night. `npm run journeys` and `npm test -- --whole` walk every journey; one that is new is walked there
 * until it is named here. What differs in tenant, language or width alone is here once.
 */
export const sample: Readonly<Record<string, readonly string[]>> = {
  'finding a reservation': [
    'the way to the reservation works by keyboard alone',
    'a reservation that is not found keeps what was typed',
    'a wrong code can be mended, a used one cannot be used again',
    'a mailed link opens the reservation once the terms are agreed to',
    'without a network the typed values stay and a second try works',
    'the code comes by text message to the phone on file',
    'a renter of costaverde reaches the reservation with the mailed code, pt, mobile',
    'the reservation survives a reload without another code',
    'the language changes everywhere without a reload and stays',
    'the page turns with the language that is chosen',
    'without an address on file the pick-up date',
    'what a refusal says stays when its toast has gone',
    'the code has digits of the page\'s own face',
  ],
  'the first screen': [
    'the first screen of costaverde asks for all that its HTML names',
    'the first screen of islandcars asks for all that its HTML names',
    'the first screen of alpen asks for all that its HTML names',
    'the code of the page lets the browser answer between its parts',
    'a part of the start that does not come at first is asked for once more: start-react',
    'a renter whose first call has nothing to be made with',
    'the whole way to the reservation breaks no policy',
    'what was typed into the HTML of alpen in fr is kept',
    'the code takes over what stands in the HTML of verify-guid',
    'the code takes over what stands in the HTML of precheckout-guid',
    'a form that was sent before the code is there',
    'without scripts the page says what is needed',
  ],
  'driver and documents': [
    'what was typed follows the renter to another device',
    'the check-in of Norte takes at most twelve screens with everything typed, pt, desktop',
    'pictures and the view that is checked are worked by keyboard alone',
    'the driver of islandcars is entered and saved, desktop',
  ],
  'offers': [
    'going on without extras after a change asks, and Escape goes back to it: pt, 390 px',
    'CV1005: what is taken already is said and passed',
    'CV1007: no upgrades are passed without a screen',
    'IC2002: a share of the rental is priced by the server',
    'CV1005: screen, API and company agree to the cent',
    'two tabs change the extras at once',
    'all offers of NO4001 stand on one page and change one account, pt, narrow',
  ],
  'payment and the end': [
    'from the mailed code over both drivers, all offers and the overview to the end, mobile',
    'the overview that a browser asked for ahead is the one that a press opens',
    'a card pays, and its digits are nowhere but at the provider',
    'a payment that is refused, and a check-in that cannot be completed',
    'offers are answered, an extra is added and the rental is paid by card, by keyboard alone',
    'a wallet of the device pays',
    'a wallet of the device whose answer never reaches the page',
    'CV1001 is paid by card, pt, desktop',
    'CV1006: partly paid and pre-paid',
    'AL3001: no gateway, so it is completed',
    'CV1006: the rest by card',
    'CV1009 by a saved card, opened by a link',
    'CV1001 by wallet: a card script that does not load',
    'a payment page runs the scripts of its inventory and no others',
    'the confirmation leads to a ticket',
    'a payment is one trace',
    'one extra on two devices',
  ],
  'pre-checkout': [
    'from the mail of a completed check-in, with a saved card, to the signed agreement on a phone',
    'a link opens as often as it is followed',
    'a link to pre-checkout is no permission',
  ],
  'every state': [
    'the tables of the walk name every built row',
    'a sample of the table of states, phone: S1.2',
    'a sample of the table of states, phone: S3.27',
    'a sample of the table of states, desktop: S1.50',
  ],
  'modules and operators': [
    'a module from its sources stands in the pages of a site',
    'a step that does not come is told in the renter\'s language and accessible, and so is the way to the counter, pt mobile',
    'inside of a browser nothing comes through: code in a page',
    'settings leave as a file and come in as a draft',
    'an operator moves one tenant to a new payment version',
    'a page that a module damages is loaded again once with the last good modules',
    'a tampered module file never runs › the entry',
    'a killed registry changes nothing for renters',
    'a version that breaks sessions takes itself back',
    'one tenant moves to a new version',
    'a version goes back as a new revision',
    'publishing the same version again changes nothing',
  ],
}

/** The same in one list. */
export const sampledTitles: readonly string[] = Object.values(sample).flat()

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Finds them. Playwright looks at a group's title and its test's with a space between them, and lists them with the sign. */
export const sampled = new RegExp(sampledTitles.map((title) => `${literal(title.replaceAll(' › ', ' '))}(?!\\w)`).join('|'))

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
