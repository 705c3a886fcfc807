import { randomBytes } from 'node:crypto'
import { internalFetch } from '@checkin/server'
import { unzipSync } from 'fflate'
import * as z from 'zod'

const Field = z.object({ key: z.string(), value: z.string() })
const Pass = z.object({
  serialNumber: z.string(), passTypeIdentifier: z.string(), webServiceURL: z.url(), authenticationToken: z.string().min(16), voided: z.boolean().default(false),
  generic: z.object({ headerFields: z.array(Field), secondaryFields: z.array(Field) }),
})
type Pass = z.infer<typeof Pass>
const Changed = z.object({ serialNumbers: z.array(z.string()), lastUpdated: z.string() })

/** A phone with one pass. */
export interface Phone {
  /** Its push token. */
  readonly id: string
  readonly device: string
  readonly pass: Pass
  /** Of the answer that brought it, for the next question. */
  readonly modified: string
  readonly tag: string | null
  /** How often it fetched another one. */
  readonly changes: number
}

/** When the vehicle is picked up, `2031-05-02 14:45`. */
export const pickUpOf = ({ pass: { generic } }: Phone): string => (generic.secondaryFields.find(({ key }) => key === 'pick-up')?.value ?? '').slice(0, 16).replace('T', ' ')
/** The reservation that it is of. */
export const referenceOf = ({ pass: { generic } }: Phone): string => generic.headerFields.find(({ key }) => key === 'reference')?.value ?? ''

const readPass = (file: Uint8Array): Pass => Pass.parse(JSON.parse(Buffer.from(unzipSync(file)['pass.json'] ?? new Uint8Array()).toString('utf8')))

const authorization = ({ authenticationToken }: Pass) => ({ authorization: `ApplePass ${authenticationToken}` })
const registrations = ({ device, pass }: Phone): string => `${pass.webServiceURL}/v1/devices/${device}/registrations/${pass.passTypeIdentifier}`

/** Takes the pass of a ticket (its address) and registers for changes, as a phone does when a pass is added. Null where the ticket is none of these shops', or has no pass. */
export async function addedPass(ticket: string, shops: readonly string[]): Promise<Phone | null> {
  const [, origin = '', token = ''] = /^(https?:\/\/[^/]+)\/ticket\/([\w-]{43})$/.exec(ticket.trim()) ?? []
  if (!shops.includes(origin)) return null
  const file = await internalFetch(`${origin}/api/ticket/${token}/wallet/apple`)
  if (file.status !== 200) return null
  const phone: Phone = { id: randomBytes(32).toString('hex'), device: randomBytes(16).toString('hex'), pass: readPass(file.bytes), modified: new Date(0).toUTCString(), tag: null, changes: 0 }
  const made = await internalFetch(`${registrations(phone)}/${phone.pass.serialNumber}`, { method: 'POST', headers: authorization(phone.pass), body: { pushToken: phone.id } })
  return made.status === 201 ? phone : null
}

/** Asks what changed and fetches it, as a phone does when it is pushed to. Throws where there is no answer, so that it is asked again. */
export async function refreshedPass(phone: Phone): Promise<Phone> {
  const list = await internalFetch(`${registrations(phone)}${phone.tag === null ? '' : `?passesUpdatedSince=${phone.tag}`}`)
  if (list.status === 204) return phone
  if (list.status !== 200) throw new Error(`asking what changed: ${list.status}`)
  const { serialNumbers, lastUpdated } = Changed.parse(list.json())
  const { webServiceURL, passTypeIdentifier, serialNumber } = phone.pass
  if (!serialNumbers.includes(serialNumber)) return { ...phone, tag: lastUpdated }
  const file = await internalFetch(`${webServiceURL}/v1/passes/${passTypeIdentifier}/${serialNumber}`, { headers: { ...authorization(phone.pass), 'if-modified-since': phone.modified } })
  if (file.status === 304) return { ...phone, tag: lastUpdated }
  if (file.status !== 200) throw new Error(`fetching a pass: ${file.status}`)
  return { ...phone, tag: lastUpdated, pass: readPass(file.bytes), modified: file.headers['last-modified'] ?? phone.modified, changes: phone.changes + 1 }
}
