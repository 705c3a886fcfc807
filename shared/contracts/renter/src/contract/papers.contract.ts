import { describeCall, describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { Reservation } from '../entities/reservation.schema.ts'
import { endpoint } from './endpoint.ts'
import { notFound, reservationNotFound } from './errors.ts'

/** What a renter may keep at the end; the unsigned agreement is read where it is signed. */
export const RenterPaper = z.object({ id: z.string(), kind: z.enum(['receipt', 'credit-note', 'signed-agreement']), createdAt: z.string() })
export type RenterPaper = z.infer<typeof RenterPaper>
/* @__PURE__ */ describeSchema(RenterPaper, () => ({
  id: 'RenterPaper', description: 'A document that the renter may save.',
  fields: { id: 'What its PDF is asked for by.', kind: 'receipt, credit-note or signed-agreement.', createdAt: 'When it was made, as ISO 8601 in UTC.' },
}))

/** The session's own rental with its papers, also where an agreement closed the other calls (DEC-185). */
export const RentalPapers = z.object({ reservation: Reservation, papers: z.array(RenterPaper) })
export type RentalPapers = z.infer<typeof RentalPapers>
/* @__PURE__ */ describeSchema(RentalPapers, () => ({
  id: 'RentalPapers', description: "The session's rental and its papers.",
  fields: { reservation: 'The reservation, without pictures of documents.', papers: 'What can be saved, oldest first.' },
}))

/** API-42: what an end shows. It names no reservation, so none but the session's own can be asked for. */
export const listPapers = endpoint({ name: 'listPapers', method: 'GET', path: '/papers', access: 'link', answer: RentalPapers, errors: [reservationNotFound] })
/* @__PURE__ */ describeCall(listPapers, "The session's rental with its receipts and its signed agreement")

/** API-43: one of these papers as PDF. Any other id answers the same 404, whether there is such a paper or not. */
export const downloadPaper = endpoint({
  name: 'downloadPaper', method: 'GET', path: '/papers/:paper', access: 'link',
  params: z.object({ paper: z.string().check(z.regex(/^[0-9a-f-]{36}$/)) }), answer: 'pdf', errors: [notFound],
})
/* @__PURE__ */ describeCall(downloadPaper, 'One of these papers as PDF', { paper: 'Id of the paper.' })
