import { handling, type ApiFailure, type EndpointName } from '@checkin/api'

/** The session is over with this failure: the shell clears it (ERR-46). Apart from the other questions about failures, because it takes the contract with it. */
export const endsSession = (endpoint: EndpointName, failure: ApiFailure): boolean => handling(endpoint, failure).kind === 'session-ended'
