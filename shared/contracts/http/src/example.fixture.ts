import * as z from 'zod'
import * as mini from 'zod/mini'
import { describeCall, describeSchema } from './describe.ts'
import { endpointFor } from './endpoint.ts'

type Access = 'anybody' | 'token'
const endpoint = endpointFor<Access, 'NotFound' | 'Taken'>()

const Car = mini.object({ plate: mini.string(), seats: mini._default(mini.int(), 5), boughtAt: mini.nullable(mini.iso.date()) })
describeSchema(Car, () => ({ id: 'Car', description: 'A car of the fleet.', fields: { plate: 'Number plate.', seats: 'Seats, driver included.', boughtAt: 'Day of purchase.' } }))

const CarInput = z.strictObject({ plate: z.string().meta({ description: 'Number plate.' }), seats: z.int().default(5) }).meta({ id: 'CarInput' })

const findCar = endpoint({
  name: 'findCar', method: 'GET', path: '/cars/:plate', access: 'anybody', params: mini.object({ plate: mini.string() }), query: mini.object({ year: mini.optional(mini.string()) }),
  answer: Car, errors: [{ status: 404, code: 'NotFound' }],
})
describeCall(findCar, 'One car', { plate: 'Number plate.', year: 'Year of registration.' })

const findOwner = endpoint({
  name: 'findOwner', method: 'GET', path: '/owners/:licence', inBody: '/owners/find', access: 'token', params: mini.object({ licence: mini.string().check(mini.minLength(3)) }),
  query: mini.object({ birthDate: mini.iso.date(), cars: mini.optional(mini.coerce.number<number>()) }), answer: mini.object({ cars: mini.int() }), errors: [{ status: 404, code: 'NotFound' }],
})
describeCall(findOwner, 'One owner', { licence: 'Number of the licence.', birthDate: 'Day of birth.', cars: 'At least so many.' })

/** Calls of an invented API, with schemas of both kinds. */
export const contract = {
  findCar,
  findOwner,
  putCar: endpoint({
    name: 'putCar', method: 'PUT', path: '/cars/:plate', summary: 'Stores a car', access: 'token', params: z.object({ plate: z.string() }), body: CarInput, answer: Car,
    errors: [{ status: 409, code: 'Taken' }], ifMatch: 'required', statuses: [200, 201],
  }),
  listCars: endpoint({ name: 'listCars', method: 'GET', path: '/cars', summary: 'All cars', access: 'token', answer: mini.object({ cars: mini.array(Car) }), errors: [], quiet: true, statuses: [200, 304] }),
  removeCar: endpoint({ name: 'removeCar', method: 'DELETE', path: '/cars/:plate', summary: 'Removes a car', access: 'token', params: z.object({ plate: z.string() }), answer: 'none', errors: [], ifMatch: 'optional' }),
  carPapers: endpoint({ name: 'carPapers', method: 'GET', path: '/cars/:plate/papers', summary: 'Papers of a car', access: 'anybody', params: z.object({ plate: z.string() }), answer: 'pdf', errors: [] }),
  report: endpoint({ name: 'report', method: 'POST', path: '/reports', summary: 'Takes a report', access: 'anybody', body: 'text', answer: 'text', errors: [] }),
  later: endpoint({ name: 'later', method: 'GET', path: '/later', summary: 'Not built yet', access: 'anybody', answer: z.object({}), errors: [] }),
}
