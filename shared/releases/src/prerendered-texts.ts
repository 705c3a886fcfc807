import * as z from 'zod'

const Values = z.record(z.string(), z.string())

/** A text of a catalogue within a value of another. */
const InnerText = z.object({ name: z.string(), id: z.string(), text: z.string(), values: z.optional(Values) })

/** One text of a catalogue in pre-rendered HTML. */
const TextSpan = z.object({
  /** Where it begins and ends, in UTF-16 units. */
  from: z.number().int().nonnegative(),
  to: z.number().int().nonnegative(),
  /** Namespace, colon, key. */
  id: z.string(),
  /** What stands in its places; absent without any. */
  values: z.optional(Values),
  /** Texts within these values, and then the product's text with its places. */
  inner: z.optional(z.array(InnerText)),
  product: z.optional(z.string()),
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
  for (const span of spans) {
    const text = ownTextOf(span, own)
    if (text === null) continue
    result += html.slice(done, span.from) + escaped(text)
    done = span.to
  }
  return result + html.slice(done)
}

const filled = (text: string, values: Readonly<Record<string, string>>): string => text.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => values[name] ?? '')

/** The text of a span in the company's wording, also where only a text within it is the company's; null where none is. */
function ownTextOf({ id, values: product = {}, inner = [], product: productText }: TextSpan, own: Readonly<Record<string, string>>): string | null {
  const values = { ...product }
  let isInnerOwn = false
  for (const { name, id: innerId, text, values: innerValues = {} } of inner) {
    const worded = own[innerId]
    if (worded === undefined) continue
    isInnerOwn = true
    values[name] = (values[name] ?? '').replace(text, () => filled(worded, innerValues))
  }
  const wanted = own[id] ?? (isInnerOwn ? productText : undefined)
  return wanted === undefined ? null : filled(wanted, values)
}
