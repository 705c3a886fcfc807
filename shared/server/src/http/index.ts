export { internalFetch, loopbackNames, type InternalAnswer, type InternalRequest } from './internal-fetch.ts'
export { networkOf } from './network.ts'
