import type { LookupRequest, PrelookupRequest } from '@checkin/api'
import { addYears, checked, email, formSchema, plainDate, text, type FormSchema, type FormValues, type PlainDate } from '@checkin/forms'

/** How far ahead a pick-up may lie, in years (CONST-15). */
export const yearsAhead = 5

/** First and last pick-up date that can be looked up: today itself is accepted (VERIF-03, VERIF-04, DEC-02). */
export const pickUpWindow = (today: PlainDate): { readonly min: PlainDate; readonly max: PlainDate } => ({ min: today, max: addYears(today, yearsAhead) })

/** View 1: number and last name are needed, the pick-up date may be left out (VERIF-02, VERIF-03). */
export const findRules = (today: PlainDate): FormSchema =>
  formSchema({
    reference: text({ required: true }),
    surname: text({ required: true }),
    checkoutdate: plainDate(pickUpWindow(today)),
  })

/** How many characters of a number are asked for as a second proof (DEC-99). */
export const proofLength = 4

/** View 2: where the code shall go (VERIF-08), and what proves a reservation without an address (DEC-99). */
export const mailRules = (today: PlainDate, asksProof: boolean): FormSchema =>
  formSchema({
    checkoutdate: asksProof ? plainDate({ ...pickUpWindow(today), required: true }) : text(),
    proof: asksProof ? checked((typed) => (typed === '' ? 'Required' : typed.length < proofLength ? 'MinRequired' : null)) : text(),
    mail: email({ required: true }),
  })

/** What a reservation is found by; `checkoutdate` is a plain date or empty (VERIF-27). */
export type LookupQuery = FormValues<'reference' | 'surname' | 'checkoutdate'>

/** What the located reservation was found by; all empty while there is none. */
export const queryOf = (located: LookupQuery | null): LookupQuery =>
  ({ reference: located?.reference ?? '', surname: located?.surname ?? '', checkoutdate: located?.checkoutdate ?? '' })

/** What was typed in view 1 as it is sent; blanks around a pasted number are never meant. */
export const queryFrom = (typed: LookupQuery): LookupQuery => ({ reference: typed.reference.trim(), surname: typed.surname.trim(), checkoutdate: typed.checkoutdate })

/** The request of Locate: `mail` is sent empty (VERIF-05). */
export const locateRequest = (query: LookupQuery): PrelookupRequest => ({ ...query, mail: '' })

/** What view 2 knows of the second proof; empty texts where none is asked for. */
export type SecondProof = FormValues<'checkoutdate' | 'proof'>

/** The request of send-code and resend: what located the reservation, where the code shall go (VERIF-13), and a second proof where one is asked for (DEC-99). */
export const codeRequest = (query: LookupQuery, mail: string, second: SecondProof | null = null): LookupRequest => ({ ...query, ...second, mail })
