/** Declarations of the calls that few renters make: hand-overs and invitations, in one part of the module. */
export { handOverContract, handOverEventsPath } from '@checkin/api/hand-over'
export { invitationContract } from '@checkin/api/invitation'
