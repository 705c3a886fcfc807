import { describe, expect, it } from 'vitest'
import { mailOf, partName, partsOf, textRows } from './text-rows.ts'

const product = { 'common:Back': 'Back', 'mail:code.subject': '{{code}} is your code', 'mfe-driver:Name': 'First name' }
const own = { 'mail:code.subject': 'Your code: {{code}}', 'common:Gone': 'Until later' }
const found = (filter: Partial<Parameters<typeof textRows>[2]>): readonly string[] => textRows(product, own, { search: '', part: '', isOwn: false, ...filter }).map(({ id }) => id)

describe('the texts that an operator looks for (DEC-324)', () => {
  it('are all, with the company\'s own beside the product\'s, also one that the product has no longer', () => {
    expect(textRows(product, own, { search: '', part: '', isOwn: false })).toEqual([
      { id: 'common:Back', product: 'Back', own: null }, { id: 'mail:code.subject', product: '{{code}} is your code', own: 'Your code: {{code}}' },
      { id: 'mfe-driver:Name', product: 'First name', own: null }, { id: 'common:Gone', product: '', own: 'Until later' },
    ])
  })

  it.each<[string, Parameters<typeof found>[0], readonly string[]]>([
    ['by a word of the product, in any case', { search: 'FIRST' }, ['mfe-driver:Name']], ['by a word of the company', { search: 'your code:' }, ['mail:code.subject']],
    ['by id', { search: 'common:b' }, ['common:Back']], ['by module', { part: 'mfe-driver' }, ['mfe-driver:Name']],
    ['changed by the company', { isOwn: true }, ['mail:code.subject', 'common:Gone']], ['by several at once', { isOwn: true, part: 'common' }, ['common:Gone']], ['by a word that nothing has', { search: 'nothing' }, []],
  ])('are found %s', (_name, filter, ids) => {
    expect(found(filter)).toEqual(ids)
  })

  it('are named by what they are of', () => {
    expect(partsOf(product).map(partName)).toEqual(['All pages: frame, fields, messages', 'Mails and text messages', 'Module driver'])
  })

  it('belong to the mail that begins their key', () => {
    expect(['mail:code.subject', 'mail:codeSms.text', 'common:code.x'].map((id) => mailOf(id, ['code', 'confirmation']))).toEqual(['code', null, null])
  })
})
