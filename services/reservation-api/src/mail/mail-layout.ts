import { directionOf, type Language } from '@checkin/api/languages'
import { escaped } from '@checkin/server'
import { bandColours } from '../documents/pdf/brand-colours.ts'
import { mailMessages, type MailKey, type MailName, type MailValues } from './mail-messages.ts'
import type { MailOccasion, WrittenMail } from './mail-writer.ts'

/** Parts of a mail, each plain text. */
export interface MailContent {
  readonly firm: string
  /** The tenant's own colour, `#rrggbb`; null for the standard one. */
  readonly brand: string | null
  readonly language: Language
  /** Shown by mail programs beside the subject. */
  readonly preview: string
  readonly heading: string
  readonly lead: string
  /** What the mail is for: a code, big and in one piece, so that it can be selected with a double click or read out; or one way to go on. */
  readonly feature?: { readonly kind: 'code'; readonly code: string } | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** Facts as name and value. */
  readonly facts?: readonly (readonly [name: string, value: string])[]
  readonly notes: readonly string[]
  readonly footer: string
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const ink = '#1b2a22'

const codeHtml = (code: string): string =>
  `<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="background:#f3f7f5;border:2px dashed #b9c9c0;border-radius:12px;padding:20px 12px">
<span style="font-family:'SF Mono',Consolas,Menlo,monospace;font-size:38px;line-height:44px;font-weight:700;letter-spacing:6px;color:${ink};-webkit-user-select:all;user-select:all" dir="ltr">${escaped(code)}</span>
</td></tr></table>
<div style="height:20px;line-height:20px">&nbsp;</div>`

/** The address stands below too, for programs that show no buttons and people who look before they go. */
const buttonHtml = (label: string, url: string, band: { readonly background: string; readonly ink: string }): string =>
  `<table role="presentation" cellspacing="0" cellpadding="0"><tr><td style="background:${band.background};border-radius:10px">
<a href="${escaped(url)}" style="display:inline-block;padding:14px 24px;font-size:17px;line-height:22px;font-weight:700;color:${band.ink};text-decoration:none">${escaped(label)}</a>
</td></tr></table>
<p style="margin:10px 0 20px;font-size:13px;line-height:19px;color:#4a5b52;word-break:break-all"><bdi dir="ltr">${escaped(url)}</bdi></p>`

const factsHtml = (facts: NonNullable<MailContent['facts']>, [start, end]: readonly [string, string]): string => facts.length === 0 ? '' :
  `<table width="100%" cellspacing="0" cellpadding="0" style="border-collapse:collapse;margin:0 0 20px">${facts.map(([name, value]) =>
    `<tr><th scope="row" align="${start}" valign="top" style="padding:8px 0;padding-${end}:12px;border-bottom:1px solid #dfe8e3;font-size:14px;line-height:20px;font-weight:400;color:#4a5b52">${escaped(name)}</th>
<td align="${start}" valign="top" style="padding:8px 0;border-bottom:1px solid #dfe8e3;font-size:15px;line-height:20px"><bdi>${escaped(value)}</bdi></td></tr>`).join('\n')}</table>`

/** HTML that mail programs understand: tables, styles on the elements, no script, no image, nothing fetched. */
export function mailHtml(content: MailContent): string {
  const band = bandColours(content.brand)
  const { feature } = content
  const dir = directionOf(content.language)
  // Mail programs know no logical sides.
  const sides = dir === 'rtl' ? ['right', 'left'] as const : ['left', 'right'] as const
  const featured = feature ? (feature.kind === 'code' ? codeHtml(feature.code) : buttonHtml(feature.label, feature.url, band)) : ''
  const notes = content.notes.map((note) => `<p style="margin:0 0 12px;font-size:15px;line-height:22px">${escaped(note)}</p>`).join('\n')
  return `<!doctype html>
<html lang="${content.language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(content.heading)}</title>
</head>
<body style="margin:0;background:#eef3f0;color:${ink};${font}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(content.preview)}</div>
<table role="presentation" dir="${dir}" width="100%" cellspacing="0" cellpadding="0" style="background:#eef3f0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;background:#ffffff;border-radius:14px;overflow:hidden">
<tr><td style="background:${band.background};color:${band.ink};padding:18px 28px;font-size:19px;font-weight:700">${escaped(content.firm)}</td></tr>
<tr><td style="padding:28px">
<h1 style="margin:0 0 12px;font-size:24px;line-height:30px">${escaped(content.heading)}</h1>
<p style="margin:0 0 20px;font-size:16px;line-height:24px">${escaped(content.lead)}</p>
${factsHtml(content.facts ?? [], sides)}
${featured}
${notes}
</td></tr>
<tr><td style="border-top:1px solid #dfe8e3;padding:18px 28px;font-size:13px;line-height:19px;color:#4a5b52">${escaped(content.footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The same for programs and people that read text only. */
export function mailText({ firm, heading, lead, feature, facts = [], notes, footer }: MailContent): string {
  const featured = feature ? [feature.kind === 'code' ? `    ${feature.code}` : `${feature.label}:\n${feature.url}`, ''] : []
  const factLines = facts.length > 0 ? [...facts.map(([name, value]) => `${name}: ${value}`), ''] : []
  return [firm, '', heading, '', lead, '', ...factLines, ...featured, ...notes.flatMap((note) => [note, '']), '-- ', footer, ''].join('\n')
}

/** Writes a mail: what all have by the messages of `name`, the rest by `parts`, which gets them by key. `values` fill placeholders beside firm and site. */
export function composeMail(
  { tenant: { firmName: firm, brand, site, texts }, language }: Pick<MailOccasion, 'tenant' | 'language'>, name: MailName, values: MailValues,
  parts: (t: (key: MailKey) => string) => Pick<MailContent, 'feature' | 'facts' | 'notes'>,
): WrittenMail {
  const t = mailMessages(language, { firm, site, ...values }, texts)
  const content: MailContent = { firm, brand, language, preview: t(`${name}.preview`), heading: t(`${name}.heading`), lead: t(`${name}.lead`), footer: t('footer.sentBy'), ...parts(t) }
  return { subject: t(`${name}.subject`), text: mailText(content), html: mailHtml(content) }
}
