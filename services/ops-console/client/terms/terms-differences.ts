import type { TermsContent } from '@checkin/internal'

/** A part of a document that is compared as a whole. */
export type ClauseKind = 'Title' | 'Introduction' | 'Heading' | 'Paragraph' | 'File'

interface Clause {
  readonly kind: ClauseKind
  /** What people read. */
  readonly text: string
  /** Equal for what is the same. */
  readonly key: string
}

/** A clause that only one of two documents has, or that stands in the place of another. */
export interface TermsDifference {
  readonly kind: ClauseKind
  /** Null where the document before does not have it. */
  readonly before: string | null
  /** Null where the document after does not have it. */
  readonly after: string | null
}

/** Size of a file that is given as base64, as people read it. */
export const fileSize = (base64: string): string => `PDF of ${Math.max(1, Math.round(base64.length * 0.75 / 1000))} kB`

const clause = (kind: ClauseKind, text: string, key = text): Clause => ({ kind, text, key: `${kind} ${key}` })

/** What a document says, in the order in which it is read. */
function clausesOf(content: TermsContent | undefined): readonly Clause[] {
  if (content === undefined) return []
  if (content.kind === 'pdf') return [clause('Title', content.title), clause('File', fileSize(content.pdf), content.pdf)]
  const sections = content.sections.flatMap(({ heading, paragraphs }) => [clause('Heading', heading), ...paragraphs.map((text) => clause('Paragraph', text))])
  return [clause('Title', content.title), clause('Introduction', content.lead), ...sections]
}

/** For each pair of beginnings of what is left of two lists, how many clauses both have in the same order at most. */
function commonLengths(before: readonly Clause[], after: readonly Clause[]): (at: number, other: number) => number {
  const width = after.length + 1
  const lengths = new Uint16Array((before.length + 1) * width)
  const of = (at: number, other: number): number => lengths[at * width + other] ?? 0
  for (let at = before.length - 1; at >= 0; at -= 1) {
    for (let other = after.length - 1; other >= 0; other -= 1) {
      lengths[at * width + other] = before[at]?.key === after[other]?.key ? of(at + 1, other + 1) + 1 : Math.max(of(at + 1, other), of(at, other + 1))
    }
  }
  return of
}

/** Clauses that went and that came at one place: those of the same kind stand beside each other. */
function paired(gone: readonly Clause[], come: readonly Clause[]): readonly TermsDifference[] {
  const left = [...come]
  const rows = gone.map(({ kind, text }): TermsDifference => {
    const at = left.findIndex((each) => each.kind === kind)
    const [other] = at === -1 ? [] : left.splice(at, 1)
    return { kind, before: text, after: other?.text ?? null }
  })
  return [...rows, ...left.map(({ kind, text }) => ({ kind, before: null, after: text }))]
}

/** What differs between two documents, clause by clause, in the order of reading; a document that is not there has nothing (DEC-348). */
export function termsDifferences(one: TermsContent | undefined, another: TermsContent | undefined): readonly TermsDifference[] {
  const [before, after] = [clausesOf(one), clausesOf(another)]
  const common = commonLengths(before, after)
  const rows: TermsDifference[] = []
  let [at, other] = [0, 0]
  let [gone, come]: [Clause[], Clause[]] = [[], []]
  const flush = (): void => {
    rows.push(...paired(gone, come))
    gone = []
    come = []
  }
  while (at < before.length || other < after.length) {
    const [mine, theirs] = [before[at], after[other]]
    if (mine && theirs && mine.key === theirs.key) { flush(); at += 1; other += 1 }
    else if (mine && (!theirs || common(at + 1, other) >= common(at, other + 1))) { gone.push(mine); at += 1 }
    else if (theirs) { come.push(theirs); other += 1 }
  }
  flush()
  return rows
}
