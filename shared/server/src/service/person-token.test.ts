import { describe, expect, it } from 'vitest'
import { isPersonToken, openPerson, signPerson } from './person-token.ts'

const secret = 'a secret of two services'
const person = { label: 'olga@example.com', role: 'operator', hosts: ['a.example'] }
const token = signPerson(secret, person, 1000)

describe('a token in a person\'s name', () => {
  it('says who it is to whoever shares the secret, until it is over', () => {
    expect(isPersonToken(token)).toBe(true)
    expect(openPerson(secret, token, 999)).toEqual(person)
    expect(openPerson(secret, token, 1000)).toBeNull()
  })

  it('says also by which name the identity provider knows them, where it is told', () => {
    const known = { ...person, subject: '00u1' }
    expect(openPerson(secret, signPerson(secret, known, 1000), 999)).toEqual(known)
  })

  it.each([
    ['another secret made it', signPerson('another secret', person, 1000)],
    ['its payload was changed', token.replace(/^person\.[^.]+/, `person.${Buffer.from(JSON.stringify({ ...person, role: 'approver', until: 1000 })).toString('base64url')}`)],
    ['it has no signature', token.split('.').slice(0, 2).join('.')],
    ['its signature was cut', token.slice(0, -1)],
    ['it is another kind of token', token.slice('person.'.length)],
  ])('is nobody\'s when %s', (_what, other) => {
    expect(openPerson(secret, other, 999)).toBeNull()
  })
})
