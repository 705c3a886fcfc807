export { addressOf, asSent, type Parts } from './address.ts'
export { describeCall, describeSchema, descriptionsOf } from './describe.ts'
export { bodyLimitOf, endpointFor, kindOf, type Data, type DeclaredError, type Endpoint, type Input, type InputFirst, type Reply, type Request, type Schema } from './endpoint.ts'
export { idempotencyKey, parseJson, retryAfterOf } from './wire.ts'
