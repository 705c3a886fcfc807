import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect, type Locator, type Page } from '@playwright/test'
import { Renter } from './renter.ts'

/** A person whose data a journey types. Days are `YYYY-MM-DD`. */
export interface Person {
  readonly name: string
  readonly surname: string
  readonly birthDate: string
  readonly email: string
  readonly licence: string
}

const crcOf = (bytes: Buffer): number => {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crcOf(body))
  return Buffer.concat([length, body, crc])
}

/** A real picture of so many pixels: black, or noise, which no encoder makes small. */
export function picture(width: number, height: number, isNoise = false): { readonly name: string; readonly mimeType: string; readonly buffer: Buffer } {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const raw = isNoise ? randomBytes((width + 1) * height) : Buffer.alloc((width + 1) * height)
  // Each row begins with its filter: none.
  for (let row = 0; row < height; row += 1) raw[row * (width + 1)] = 0
  const rows = deflateSync(raw)
  const buffer = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
  return { name: 'PHOTO.PNG', mimeType: 'image/png', buffer }
}

/** What a renter does on the driver screens. A field that the tenant does not show is passed over. */
export class DriverEntry {
  readonly page: Page
  readonly renter: Renter

  constructor(page: Page) {
    this.page = page
    this.renter = new Renter(page)
  }

  private async isShown(field: Locator): Promise<boolean> {
    return (await field.count()) > 0
  }

  async types(name: string, value: string): Promise<void> {
    const field = this.renter.field(name)
    if (await this.isShown(field) && await field.isEditable()) await field.fill(value)
  }

  async picks(name: string, text: string): Promise<void> {
    const field = this.renter.field(name)
    if (!await this.isShown(field)) return
    await field.fill(text)
    await field.press('Tab')
  }

  async dates(name: string, day: string): Promise<void> {
    const button = this.page.locator(`button[data-field="${name}"]`)
    if (!await this.isShown(button) || await this.renter.field(name).inputValue() === day) return
    await button.click()
    const [year = '', month = '', date = ''] = day.split('-')
    for (const [part, value] of [['day', date], ['month', month], ['year', year]] as const) await this.renter.field(`${name}.${part}`).fill(value)
    await this.renter.action('UseDate').click()
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
    await expect(this.renter.field(name)).toHaveValue(day)
  }

  /** Both sides at once; small pictures, because what happens to large ones is another journey's question. */
  async uploads(prefix = '', image = picture(320, 200)): Promise<void> {
    const sides = (['imageFront', 'imageBack'] as const).map((side) => this.renter.field(`${prefix}${side}`))
    if (!await this.isShown(sides[0]!)) return
    for (const field of sides) await field.setInputFiles(image)
    for (const field of sides) await expect(this.page.locator('.ck-upload', { has: field }).locator('img')).toBeVisible({ timeout: 60_000 })
  }

  async verifies({ name, surname, birthDate, email, licence }: Person): Promise<void> {
    await expect(this.renter.screen('verify-driver')).toBeVisible()
    await this.types('name', name)
    await this.types('surname', surname)
    await this.dates('birthDate', birthDate)
    await this.types('email', email)
    await this.types('driversLicense', licence)
    await this.renter.action('Next').click()
    await expect(this.renter.screen('driver-details')).toBeVisible()
  }

  async details(): Promise<void> {
    await this.types('address', 'Rua do Sol 1')
    await this.picks('countryId', 'Portugal')
    await this.types('zipCode', '8000-138')
    await this.types('city', 'Faro')
    await this.types('taxNumber', '123456789')
    await this.types('birthPlace', 'Faro')
    await this.renter.action('Next').click()
    await expect(this.renter.screen('driver-contact')).toBeVisible()
  }

  async contact(): Promise<void> {
    await this.picks('mobilePrefix', '351')
    await this.types('mobile', '912345678')
    await this.renter.action('Next').click()
    await expect(this.renter.screen('driver-document')).toBeVisible()
  }

  async document(number: string, image?: ReturnType<typeof picture>): Promise<void> {
    await this.renter.field('idType').click()
    await this.page.locator('[role="option"][data-value]:visible').first().click()
    await this.types('id', number)
    await this.dates('issueDate', '2020-03-01')
    await this.dates('expiryDate', '2035-03-01')
    await this.types('issuePlace', 'Faro')
    await this.uploads('', image)
    await this.renter.action('Next').click()
    await expect(this.renter.screen('driver-document-license')).toBeVisible()
  }

  /** One licence; `prefix` is `second.` for the second one. */
  async licence(number: string, prefix: '' | 'second.' = '', image?: ReturnType<typeof picture>): Promise<void> {
    await this.types(`${prefix}id`, number)
    await this.picks(`${prefix}issueCountry`, 'Portugal')
    await this.dates(`${prefix}issueDate`, '2015-06-01')
    await this.dates(`${prefix}expiryDate`, '2035-06-01')
    await this.types(`${prefix}issuePlace`, 'Faro')
    await this.uploads(prefix, image)
  }

  /** A picture of one side, where the tenant begins with pictures; it is read, or kept as a picture alone. */
  async photographs(side: 'document.front' | 'document.back' | 'licence.front' | 'licence.back', image: Parameters<Locator['setInputFiles']>[0] = picture(320, 200)): Promise<void> {
    await this.renter.field(`photo.${side}`).setInputFiles(image)
    // A reader of megabytes comes with the first one.
    await expect(this.page.locator(`[data-side="${side}"]`)).toHaveAttribute('data-state', /^(read|unreadable|failed)$/, { timeout: 60_000 })
  }

  /** The view that is checked, each field that it asks for. */
  async addsWhatIsMissing(number: string): Promise<void> {
    await expect(this.page.locator('[data-part="licence"]')).toBeVisible()
    await this.addsRest(number)
  }

  /** The page of an invited driver, all of it. */
  async fillsInvited({ name, surname, birthDate, email, licence }: Person): Promise<void> {
    await this.types('name', name)
    await this.types('surname', surname)
    await this.dates('birthDate', birthDate)
    await this.types('email', email)
    await this.types('driversLicense', licence)
    await this.addsRest(licence.replace(/\W/g, ''))
  }

  private async addsRest(number: string): Promise<void> {
    await this.types('address', 'Rua do Sol 1')
    await this.picks('countryId', 'Portugal')
    await this.types('zipCode', '8000-138')
    await this.types('city', 'Faro')
    // Asked for once the country is known.
    await this.types('taxNumber', '123456789')
    await this.picks('mobilePrefix', '351')
    await this.types('mobile', '912345678')
    const kind = this.renter.field('document.idType')
    if (await this.isShown(kind)) {
      await kind.click()
      await this.page.locator('[role="option"][data-value]:visible').first().click()
    }
    await this.types('document.id', number)
    await this.dates('document.expiryDate', '2035-03-01')
    await this.types('id', number)
    await this.picks('issueCountry', 'Portugal')
    await this.dates('issueDate', '2015-06-01')
    await this.dates('expiryDate', '2035-06-01')
  }

  /** All five screens with one licence, up to the save. */
  async enters(person: Person): Promise<void> {
    await this.verifies(person)
    await this.details()
    await this.contact()
    await this.document(`D${person.licence.replace(/\W/g, '')}`)
    await this.licence(person.licence)
  }

  async submits(): Promise<void> {
    await this.renter.action('Submit').click()
    await expect(this.renter.screen('driver-document-license')).toHaveCount(0)
  }
}
