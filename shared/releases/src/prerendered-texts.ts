import * as z from 'zod'

/** One text of a catalogue in pre-rendered HTML. */
const TextSpan = z.object({
  /** Where it begins and ends, in UTF-16 units. */
  from: z.number().int().nonnegative(),
  to: z.number().int().nonnegative(),
  /** Namespace, colon, key. */
  id: z.string(),
  /** What stands in its places; absent without any. */
  values: z.optional(z.record(z.string(), z.string())),
})
export type TextSpan = z.infer<typeof TextSpan>
const TextSpans = z.array(TextSpan)

/**
 * Where the texts of a `PrerenderedScreen` are, in the order of its parts, so that a company's own stand there before any script has run (decision 0250). A file
 * beside the screen's, because a site of the release before refuses a screen with anything new in it.
 */
export const PrerenderedTexts = z.object({ html: TextSpans, wide: z.optional(TextSpans), without: z.optional(z.object({ html: TextSpans, wide: TextSpans })) })
export type PrerenderedTexts = z.infer<typeof PrerenderedTexts>

/** Path of that file, from the path of the screen's. */
export const textsOfScreen = (path: string): string => path.replace(/\.json$/, '.texts.json')

/** Pre-rendered HTML with a company's own texts in place of the product's; `escaped` makes HTML of a text. Texts of the same id that are filled otherwise stay apart. */
export function withOwnTexts(html: string, spans: readonly TextSpan[], own: Readonly<Record<string, string>>, escaped: (text: string) => string): string {
  let [result, done] = ['', 0]
  for (const { from, to, id, values = {} } of spans) {
    const text = own[id]
    if (text === undefined) continue
    result += html.slice(done, from) + escaped(text.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => values[name] ?? ''))
    done = to
  }
  return result + html.slice(done)
}
