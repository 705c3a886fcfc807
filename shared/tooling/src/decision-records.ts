/** A file of docs/decisions. */
export interface DecisionFile {
  /** Its name alone. */
  readonly name: string
  readonly text: string
}

const head = [[/^# (\d{4}) \S.*$/, 'a number and a title'], [/^$/, 'an empty line'], [/^- Date: 20\d\d-\d\d-\d\d$/, 'a date'], [/^- Owner: \S.*$/, 'an owner'], [/^- Status: (accepted|superseded)\b.*$/, 'a status']] as const
const parts = ['Context', 'Choice', 'Others looked at', 'Consequence'] as const

/** What of a record is not as docs/decisions/0000-template.md has it. */
function missingIn({ name, text }: DecisionFile): readonly string[] {
  const lines = text.split('\n')
  const wrong = head.filter(([form], at) => !form.test(lines[at] ?? '')).map(([, what]) => `has not ${what} in its place`)
  const number = /^# (\d{4})/.exec(text)?.[1]
  return [
    ...wrong, ...(name.startsWith(`${number}-`) ? [] : ['has another number than its file']),
    ...parts.filter((part) => !text.includes(`\n**${part}.**`)).map((part) => `has no part "${part}"`),
  ]
}

/** Problems of the records beside each other and in their list, docs/decisions/README.md; none when all is well. The template is no record. */
export function recordProblems(files: readonly DecisionFile[], list: string): readonly string[] {
  const records = files.filter(({ name }) => /^\d{4}-.*\.md$/.test(name) && !name.startsWith('0000-'))
  const numbers = records.map(({ name }) => name.slice(0, 4))
  const listed = [...list.matchAll(/^\| \[(\d{4})\]\(([^)]+)\)/gm)].map(([, number, name]) => ({ number, name }))
  return [
    ...records.flatMap((file) => missingIn(file).map((what) => `${file.name} ${what}`)),
    ...records.filter(({ name }) => listed.filter((row) => row.name === name).length !== 1).map(({ name }) => `${name} has not one row in the list`),
    ...listed.filter(({ number, name }) => !records.some((file) => file.name === name) || !name?.startsWith(`${number}-`)).map(({ number }) => `the row ${number} leads to no record of that number`),
    ...numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `${number} is the number of two records`),
  ]
}

const longestSubject = 72
const types = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'style', 'chore', 'revert']

/** What is wrong with the subject of a commit, as CONTRIBUTING.md asks for it; null when nothing is. A merge has no subject of its own. */
export function subjectProblem(subject: string): string | null {
  if (/^(Merge |Revert |merge: )/.test(subject)) return null
  if (subject.length > longestSubject) return `has ${subject.length} characters, of ${longestSubject}`
  return new RegExp(`^(${types.join('|')})(\\([a-z\\d,-]+\\))?!?: \\S`).test(subject) ? null : `begins with none of ${types.join(', ')}`
}
