import { expect, it } from 'vitest'
import { logWords } from './log-words.ts'

const own = '"time":1795973915462,"reqId":"7fce0f9b-670d-4a08-93d7-457391540583"'

it('digits of the time and of the id of a call are no code that was logged (DEC-80)', () => {
  expect(logWords(`{"level":30,${own},"msg":"call"}`)).not.toContain('739154')
})

it.each([
  ['in a field', `{${own},"code":"739154"}`], ['in a number', `{${own},"ms":739154}`], ['in an address', `{${own},"route":"/api/validate/739154"}`], ['as an id that a client chose', '{"reqId":"739154"}'],
])('a code that was logged %s is found (DEC-80)', (_where, line) => {
  expect(logWords(line)).toContain('739154')
})
