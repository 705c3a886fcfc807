import { createHmac } from 'node:crypto'
import type { AgreementRow } from '../agreement/agreement-store.ts'

/**
 * Token of the address at which a renter comes back from signing (DEC-77): of one request of one agreement. Made from them, so that the same request
 * sent again names the same address.
 */
export const returnToken = ({ id, request_number: request }: Pick<AgreementRow, 'id' | 'request_number'>, secret: string): string =>
  createHmac('sha256', secret).update(`return from signing ${id} ${request}`).digest('base64url')
