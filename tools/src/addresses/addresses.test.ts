import { everyCall } from '@checkin/api/every-call'
import { fleetContract } from '@checkin/fleet'
import type { Endpoint } from '@checkin/http'
import { internalContract } from '@checkin/internal'
import { endpoints as registryCalls } from '@checkin/registry/endpoints'
import { expect, it } from 'vitest'

const apis: Readonly<Record<string, readonly Endpoint[]>> = { renter: Object.values(everyCall), fleet: Object.values(fleetContract), internal: Object.values(internalContract), registry: registryCalls }

/** Parameters that say who somebody is, where they live or what they own, or that open something to whoever has them. */
const sensitive = new Set([
  'renter code', 'renter token', 'renter name', 'renter surname', 'renter birthDate', 'renter email', 'renter driversLicense', 'renter driverId', 'renter zipCode', 'renter taxNumber',
  // The token of a link where it opens something; elsewhere the name of the session's own reservation, which opens nothing without the session.
  'renter resume guid', 'renter getPrecheckoutReservation guid',
])
/** Names, positions and choices: alone they neither tell of a person nor open anything. A reference counts only beside a surname, which no address has. */
const plain: Readonly<Record<string, string>> = {
  renter: 'tag guid reservation groupId countryId provider key paper',
  fleet: 'status station pickUpFrom pickUpTo changedSince after limit reference importId paperId role part side from before hash paymentId tokenId',
  internal: 'id revision draftId language mail kind tokenId tag validFrom item reference orderId gateway provider tenantId',
  registry: 'name version module keyId reason label id of host session language device staff source other kind before search state follows group page limit minutes code subject chain which from to entry size',
}

const parametersOf = ({ params, query }: Endpoint): readonly string[] => [params, query].flatMap((part) => Object.keys((part?._zod.def as { readonly shape?: object } | undefined)?.shape ?? {}))
const all = Object.entries(apis).flatMap(([api, calls]) => calls.flatMap((call) => parametersOf(call).map((name) => ({ api, call, name }))))
const isSensitive = ({ api, call, name }: typeof all[number]): boolean => sensitive.has(`${api} ${name}`) || sensitive.has(`${api} ${call.name} ${name}`)
const isPlain = ({ api, name }: typeof all[number]): boolean => plain[api]?.split(' ').includes(name) === true

it('every parameter of every address of every API is classed (ASVS 14.2.1)', () => {
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter((each) => !isSensitive(each) && !isPlain(each)).map(({ api, call, name }) => `${api} ${call.name} ${name}`)).toEqual([])
})

it('a call with a personal or secret parameter has a body form, and no other call has one (ASVS 14.2.1, DEC-342)', () => {
  const needing = new Set(all.filter(isSensitive).map(({ api, call }) => `${api} ${call.name}`))
  const having = Object.entries(apis).flatMap(([api, calls]) => calls.filter(({ inBody }) => inBody !== undefined).map(({ name }) => `${api} ${name}`))
  expect(having.sort()).toEqual([...needing].sort())
})
