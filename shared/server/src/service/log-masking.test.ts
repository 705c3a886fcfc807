import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { errorInLog, maskedPath } from './log-masking.ts'

describe('addresses in logs (DEC-80)', () => {
  it.each([
    ['/api/validate/123456', '/api/validate/*'],
    ['/api/reservation/resume/Zm9vYmFyYmF6cXV4', '/api/reservation/resume/*'],
    ['/api/taxnumber/PT/501442600', '/api/taxnumber/*/*'],
    ['/api/driver?email=maria%40example.com', '/api/driver'],
    ['/fleet/v1/reservations/CV1001', '/fleet/v1/reservations/*'],
  ])('%s becomes %s', (address, masked) => {
    expect(maskedPath(address)).toBe(masked)
  })
})

describe('errors in logs', () => {
  it('keep the names of the database and none of its values', () => {
    const error = new DatabaseError('invalid input: "maria@example.com"', 10, 'error')
    Object.assign(error, { severity: 'ERROR', code: '23505', detail: 'Key (email)=(maria@example.com) already exists.', constraint: 'one_driver', table: 'driver' })
    const logged = JSON.stringify(errorInLog(error))
    expect(logged).toContain('one_driver')
    expect(logged).not.toContain('maria')
  })
})
