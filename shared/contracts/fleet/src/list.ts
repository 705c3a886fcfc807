import * as z from 'zod'

/** How far a reservation came: open until the renter completed check-in, agreement once it has one, erased when nobody is known of it any more (DEC-269). */
export const ReservationStatus = z.enum(['open', 'completed', 'agreement', 'erased']).meta({ id: 'ReservationStatus', description: 'open, completed by the renter, with a rental agreement, or erased.' })
export type ReservationStatus = z.infer<typeof ReservationStatus>

/** Most reservations of one answer. */
const mostListed = 500

const localMinute = z.iso.datetime({ local: true, precision: -1 })
/** Where a page ended: pick-up and row id of its last reservation. */
const Cursor = z.string().refine((cursor) => {
  const [pickUp, id] = cursor.split('_')
  return localMinute.safeParse(pickUp).success && z.uuid().safeParse(id).success && cursor.length === 53
}, 'is no cursor').meta({ description: 'The `next` of the answer before, as it came; the filters stay the same.' })

/** What a list is narrowed to (API-80). */
export const ListQuery = z.object({
  status: ReservationStatus.optional(),
  station: z.string().min(1).max(80).optional().meta({ description: 'Name of the pick-up station, as it was put.' }),
  pickUpFrom: z.iso.date().optional().meta({ description: 'First day of pick-up, YYYY-MM-DD of the place.' }),
  pickUpTo: z.iso.date().optional().meta({ description: 'Last day of pick-up, included.' }),
  changedSince: z.iso.datetime({ offset: true }).optional().meta({ description: 'Changed at or after this moment by whomever: the `asOf` of the list before.' }),
  after: Cursor.optional(),
  limit: z.coerce.number<number | string>().int().min(1).max(mostListed).default(100),
})
export type ListQuery = z.output<typeof ListQuery>

const Stop = z.object({ dateAndTime: z.string().meta({ description: 'YYYY-MM-DDTHH:mm, the place\'s own time.' }), place: z.string(), timeZone: z.string() })
const moment = z.string().meta({ description: 'ISO 8601 in UTC.' })

/** One reservation of a list; nothing personal, which the reservation itself has (DEC-269). */
export const ListedReservation = z.object({
  reference: z.string(), number: z.string(), guid: z.string(), rowVersion: z.int(), status: ReservationStatus,
  checkOut: Stop, checkIn: Stop, isPrecheckoutEligible: z.boolean(), createdAt: moment, updatedAt: moment,
}).meta({ id: 'ListedReservation' })

/** A part of the list, by pick-up. */
export const ReservationList = z.object({
  reservations: z.array(ListedReservation),
  next: z.nullable(z.string()).meta({ description: 'What to ask for next as `after`; null at the end.' }),
  asOf: moment.meta({ description: 'Give it as changedSince the next time, that of the first page: everything that was not seen yet changed after it. A change may be listed twice.' }),
}).meta({ id: 'ReservationList' })
export type ReservationList = z.infer<typeof ReservationList>
