export { internalFetch, type InternalAnswer, type InternalRequest } from '@checkin/server/http'
