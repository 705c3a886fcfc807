export { internalFetch, type InternalAnswer, type InternalRequest } from './internal-fetch.ts'
