import type { i18n } from 'i18next'
import type { TextSpan } from '@checkin/releases'

/** Private characters around a text, so that no text of ours can be taken for one: begin, end of the id, end of what is noted of it, end. */
const marks = { begin: '\uE010', id: '\uE011', values: '\uE012', end: '\uE013' } as const
const marked = new RegExp(`${marks.begin}([^${marks.id}]*)${marks.id}([^${marks.values}]*)${marks.values}|${marks.end}`, 'g')

const processor = 'marked-texts'

interface Resolved {
  readonly res?: unknown
  readonly exactUsedKey?: string
  readonly usedLng?: string
  readonly usedNS?: string
  readonly usedParams?: Readonly<Record<string, unknown>>
}

/** Values are texts and numbers; anything else fills nothing. */
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '')

const placesIn = (text: unknown): readonly string[] => (typeof text === 'string' ? [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name) : [])

/** What is noted of a text beside its id: the values as they stand in it, the texts within them, and then the text with its places. */
type TextNotes = Pick<TextSpan, 'values' | 'inner' | 'product'>

function notesOf(instance: i18n, { usedParams = {} }: Resolved, text: unknown): TextNotes {
  const values = placesIn(text).map((name) => ({ name, ...unmarkedTexts(textOf(usedParams[name])) }))
  const inner = values.flatMap(({ name, html, spans }) => spans.map(({ from, to, id, values: own }) => ({ name, id, text: html.slice(from, to), ...(own && { values: own }) })))
  return {
    ...(values.length > 0 && { values: Object.fromEntries(values.map(({ name, html }) => [name, instance.options.interpolation?.escape?.(html) ?? html])) }),
    ...(inner.length > 0 && { inner, product: textOf(text) }),
  }
}

/** Renders something twice, without marks and with each text of the page's language between its own; throws where `what` shows a text otherwise than as it is. */
export async function withMarkedTexts<Rendered>(instance: i18n, what: string, render: () => Promise<Rendered>): Promise<Rendered> {
  const plain = await render()
  instance.use({
    type: 'postProcessor', name: processor,
    process: (text: string, _keys: unknown, { i18nResolved: resolved }: { readonly i18nResolved?: Resolved }) => {
      const { exactUsedKey: key, usedNS: namespace, usedLng: language } = resolved ?? {}
      if (!resolved || key === undefined || namespace === undefined || language !== instance.language || typeof resolved.res !== 'string') return text
      const found = notesOf(instance, resolved, instance.getResource(language, namespace, key))
      return `${marks.begin}${namespace}:${key}${marks.id}${encodeURIComponent(JSON.stringify(found))}${marks.values}${text}${marks.end}`
    },
  })
  const { options } = instance
  Object.assign(options, { postProcess: processor, postProcessPassResolved: true })
  try {
    const found = await render()
    if (JSON.stringify(found, (_key, value: unknown) => (typeof value === 'string' ? unmarkedTexts(value).html : value)) !== JSON.stringify(plain)) {
      throw new Error(`${what} shows a text otherwise than as it is, so companies could not word it themselves`)
    }
    return found
  } finally {
    Object.assign(options, { postProcess: false, postProcessPassResolved: false })
  }
}

/** HTML without marks, and where they were. A text within the values of another is noted with that one. */
export function unmarkedTexts(rendered: string): { readonly html: string; readonly spans: readonly TextSpan[] } {
  const spans: TextSpan[] = []
  const open: { readonly from: number; readonly id: string; readonly notes: TextNotes }[] = []
  let [html, done] = ['', 0]
  for (const { 0: mark, 1: id, 2: values, index } of rendered.matchAll(marked)) {
    html += rendered.slice(done, index)
    done = index + mark.length
    if (id !== undefined) open.push({ from: html.length, id, notes: JSON.parse(decodeURIComponent(values ?? '{}')) as TextNotes })
    else {
      const last = open.pop()
      if (last && open.length === 0) spans.push({ from: last.from, to: html.length, id: last.id, ...last.notes })
    }
  }
  return { html: html + rendered.slice(done), spans }
}
