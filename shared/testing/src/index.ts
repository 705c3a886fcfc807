export { internalFetch, type InternalAnswer, type InternalRequest } from './http.ts'
export { collected, happenings, inTurn, turn, type Turn } from './scope.ts'
