import { codeSmsContract } from './code-sms.contract.ts'
import { contract } from './contract.ts'
import { handOverContract } from './hand-over.contract.ts'
import { invitationContract } from './invitation.contract.ts'
import { otherSessionsContract } from './other-sessions.contract.ts'
import { ticketContract } from './ticket.contract.ts'

/** Every call of the renter's API: those that the first screen's client knows, and those of links of their own, which modules load late. */
export const everyCall = { ...contract, ...codeSmsContract, ...handOverContract, ...invitationContract, ...otherSessionsContract, ...ticketContract } as const
export type EveryCall = typeof everyCall
