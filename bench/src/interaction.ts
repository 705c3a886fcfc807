import type { Moved, Note, Touch } from './page-notes.ts'
import { shownBrowser } from './display.ts'
import { keep, progress } from './report.ts'
import { walks } from './walks.ts'

/** How one screen answers and how still it stands. */
interface ScreenFigures {
  readonly screen: string
  readonly touches: number
  /** The slowest answer to a touch or key, in milliseconds: INP of so few touches. */
  readonly slowest: number
  /** What it was; null where nothing was touched. */
  readonly slowestTouch: Touch | null
  /** What ran in the long frames that it waited for, so that a slow answer says where it is. */
  readonly ran: readonly string[]
  /** Sum of what moved without a touch before it, without a unit. */
  readonly shift: number
  /** The three shifts that count most, with what moved. */
  readonly worst: readonly { readonly value: number; readonly moved: readonly Moved[] }[]
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const worstOf = (shifts: ScreenFigures['worst']): ScreenFigures['worst'] => [...shifts].sort((one, other) => other.value - one.value).slice(0, 3)

/** Notes by the screen on which they were taken; before the first one they count for the first. */
export function figuresByScreen(notes: readonly Note[]): readonly ScreenFigures[] {
  const first = notes.find((note) => note.kind === 'screen')?.name ?? ''
  const screens = [...new Set(notes.flatMap((note) => (note.kind === 'screen' ? [note.name] : [])))]
  return screens.map((screen) => {
    const own = notes.filter((note) => (note.kind === 'input' || note.kind === 'shift') && (note.screen === screen || (!note.screen && screen === first)))
    const during = (from: number, milliseconds: number): readonly string[] =>
      notes.flatMap((note) => (note.kind === 'frame' && note.at < from + milliseconds && from < note.at + note.milliseconds ? note.scripts : []))
    const touches = own.flatMap((note) => (note.kind === 'input' ? [note] : [])).sort((one, other) => other.milliseconds - one.milliseconds)
    const shifts = own.flatMap((note) => (note.kind === 'shift' ? [{ value: rounded(note.value), moved: note.moved ?? [] }] : []))
    const shift = own.reduce((sum, note) => sum + (note.kind === 'shift' ? note.value : 0), 0)
    return { screen, touches: touches.length, slowest: touches[0]?.milliseconds ?? 0, slowestTouch: touches[0]?.touch ?? null, ran: touches[0]?.at === undefined ? [] : during(touches[0].at, touches[0].milliseconds), shift: rounded(shift), worst: worstOf(shifts) }
  })
}

/**
 * `npm run bench -- interaction [runs] [walk]`: the slowest answer to a touch and the layout shift of each screen, on a phone at slow 4G with a processor
 * four times slower. All walks together have every screen; the result is kept only of all of them.
 */
export async function interactionBench([count = '2', only]: readonly string[]): Promise<void> {
  const runs = Number(count)
  const wanted = Object.entries(walks).filter(([name]) => only === undefined || name === only)
  if (wanted.length === 0) throw new Error(`Unknown walk "${only}". Known: ${Object.keys(walks).join(', ')}`)
  const { browser, close } = await shownBrowser()
  const figures: Record<string, readonly ScreenFigures[]> = {}
  try {
    for (const [name, walk] of wanted) {
      const all: ScreenFigures[] = []
      for (let run = 1; run <= runs; run += 1) all.push(...await progress(`${name} ${run}`, async () => figuresByScreen(await walk(browser))))
      const own = [...new Set(all.map(({ screen }) => screen))].map((screen) => {
        const of = all.filter((each) => each.screen === screen)
        const [worst] = [...of].sort((one, other) => other.slowest - one.slowest)
        return {
          screen, touches: of.reduce((sum, { touches }) => sum + touches, 0), slowest: worst?.slowest ?? 0, slowestTouch: worst?.slowestTouch ?? null, ran: worst?.ran ?? [],
          shift: Math.max(...of.map(({ shift }) => shift)), worst: worstOf(of.flatMap((each) => each.worst)),
        }
      })
      figures[name] = own
      console.log(`${name}, worst of ${runs}`)
      console.table(own.map(({ worst: [shifted], slowestTouch: touch, ran, ...rest }) => ({
        ...rest, moved: shifted?.moved[0]?.element ?? '', touched: touch ? `${touch.event} ${touch.element}` : '', spent: touch ? `${touch.waiting} + ${touch.code} + ${touch.painting}` : '', ran: ran[0] ?? '',
      })))
    }
  } finally {
    await close()
  }
  if (only === undefined) await keep('interaction', { runs, walks: figures })
}
