import { offeredLanguages } from '@checkin/i18n'
import type { AccountBody } from '@checkin/internal'
import { PassType, PKPass } from 'passkit-generator'
import sharp from 'sharp'
import { bandColours } from '../../../documents/pdf/brand-colours.ts'
import { mailCatalogues, type MailKey } from '../../../mail/mail-messages.ts'
import type { PassFacts, PassStop } from './pass-facts.ts'

/** Pixels of the icon on screens of one, two and three dots a point. */
const iconSizes = { 'icon.png': 29, 'icon@2x.png': 58, 'icon@3x.png': 87 } as const

const labels = ['wallet.title', 'wallet.pickUp', 'wallet.return', 'wallet.vehicle', 'wallet.drivers', 'wallet.reference'] as const satisfies readonly MailKey[]
// A device with a language that the pass has not shows the key itself: English.
const label = (key: (typeof labels)[number]): string => mailCatalogues.en[key]

/** Where a device asks for what changed of a pass, and proves that it has it (DEC-280). */
export interface PassService {
  readonly url: string
  readonly token: string
}

/**
 * The ticket as a pass of Apple Wallet, signed with the company's certificate (API-64, DEC-233), with the words of each of the tenant's languages: the device chooses.
 * That of a withdrawn ticket is void. Throws for an account that nothing can be signed with.
 */
export async function applePass(facts: PassFacts, account: AccountBody<'apple-wallet'>, { locales, service }: { readonly locales: readonly string[]; readonly service: PassService }): Promise<Buffer> {
  const { background, ink } = bandColours(facts.brand)
  const inkColour = bandColours(ink).background
  const pass = new PKPass(await iconsOf(background), { wwdr: account.wwdr, signerCert: account.certificate, signerKey: account.key }, {
    passTypeIdentifier: account.passTypeId, teamIdentifier: account.teamId, serialNumber: facts.serial, organizationName: facts.firm, description: label('wallet.title'), logoText: facts.firm,
    backgroundColor: background, foregroundColor: inkColour, labelColor: inkColour,
    webServiceURL: service.url, authenticationToken: service.token, ...(facts.isWithdrawn && { voided: true }),
  })
  const face = new PassType('generic')
  pass.types.push(face)
  face.headerFields.push({ key: 'reference', label: label('wallet.reference'), value: facts.reference })
  face.primaryFields.push({ key: 'vehicle', label: label('wallet.vehicle'), value: facts.vehicle })
  face.secondaryFields.push(timeField('pick-up', label('wallet.pickUp'), facts.pickUp), { key: 'pick-up-place', label: label('wallet.pickUp'), value: facts.pickUp.place })
  face.auxiliaryFields.push(timeField('return', label('wallet.return'), facts.dropOff), { key: 'return-place', label: label('wallet.return'), value: facts.dropOff.place })
  face.backFields.push(addressField('pick-up-address', label('wallet.pickUp'), facts.pickUp), addressField('return-address', label('wallet.return'), facts.dropOff))
  if (facts.drivers !== '') face.backFields.push({ key: 'drivers', label: label('wallet.drivers'), value: facts.drivers })
  pass.setBarcodes({ format: 'PKBarcodeFormatQR', message: facts.reference, messageEncoding: 'utf-8', altText: facts.reference })
  pass.setRelevantDates([facts.pickUp, facts.dropOff].map(({ instant }) => ({ relevantDate: instant })))
  pass.setExpirationDate(facts.expires)
  const locations = [facts.pickUp, facts.dropOff].flatMap(({ place, location }) => (location ? [{ ...location, relevantText: place }] : []))
  if (locations.length > 0) pass.setLocations(...locations)
  for (const language of offeredLanguages(locales)) pass.localize(language, Object.fromEntries(labels.map((key) => [label(key), mailCatalogues[language][key]])))
  return pass.getAsBuffer()
}

const timeField = (key: string, name: string, { zoned }: PassStop) => ({ key, label: name, value: zoned, dateStyle: 'PKDateStyleMedium', timeStyle: 'PKDateStyleShort', ignoresTimeZone: true }) as const

const addressField = (key: string, name: string, { place, address }: PassStop) => ({ key, label: name, value: [place, address].filter(Boolean).join(', ') })

/** A plain square in the colour of the company. */
const iconsOf = async (background: string): Promise<Record<string, Buffer>> => Object.fromEntries(await Promise.all(Object.entries(iconSizes).map(async ([name, size]) =>
  [name, await sharp({ create: { width: size, height: size, channels: 3, background } }).png().toBuffer()] as const)))
