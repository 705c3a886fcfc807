export { internalFetch, type InternalAnswer, type InternalRequest } from '@checkin/server/http'
export { collected, happenings, inTurn, turn, type Turn } from './scope.ts'
