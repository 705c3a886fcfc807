import { bandColours } from './mail-colours.ts'

/** Parts of a mail, each plain text. */
export interface MailContent {
  readonly firm: string
  /** The tenant's own colour, `#rrggbb`; null for the standard one. */
  readonly brand: string | null
  readonly language: string
  /** Shown by mail programs beside the subject. */
  readonly preview: string
  readonly heading: string
  readonly lead: string
  /** Big and in one piece, so that it can be selected with a double click or read out. */
  readonly code: string
  readonly notes: readonly string[]
  readonly footer: string
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign)

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const ink = '#1b2a22'

/** HTML that mail programs understand: tables, styles on the elements, no script, no image, nothing fetched. */
export function mailHtml(content: MailContent): string {
  const band = bandColours(content.brand)
  const say = escapeHtml
  const notes = content.notes.map((note) => `<p style="margin:0 0 12px;font-size:15px;line-height:22px">${say(note)}</p>`).join('\n')
  return `<!doctype html>
<html lang="${say(content.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${say(content.heading)}</title>
</head>
<body style="margin:0;background:#eef3f0;color:${ink};${font}">
<div style="display:none;max-height:0;overflow:hidden">${say(content.preview)}</div>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background:#eef3f0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;background:#ffffff;border-radius:14px;overflow:hidden">
<tr><td style="background:${band.background};color:${band.ink};padding:18px 28px;font-size:19px;font-weight:700">${say(content.firm)}</td></tr>
<tr><td style="padding:28px">
<h1 style="margin:0 0 12px;font-size:24px;line-height:30px">${say(content.heading)}</h1>
<p style="margin:0 0 20px;font-size:16px;line-height:24px">${say(content.lead)}</p>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="background:#f3f7f5;border:2px dashed #b9c9c0;border-radius:12px;padding:20px 12px">
<span style="font-family:'SF Mono',Consolas,Menlo,monospace;font-size:38px;line-height:44px;font-weight:700;letter-spacing:6px;color:${ink};-webkit-user-select:all;user-select:all">${say(content.code)}</span>
</td></tr></table>
<div style="height:20px;line-height:20px">&nbsp;</div>
${notes}
</td></tr>
<tr><td style="border-top:1px solid #dfe8e3;padding:18px 28px;font-size:13px;line-height:19px;color:#4a5b52">${say(content.footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The same for programs and people that read text only. */
export function mailText(content: MailContent): string {
  return [content.firm, '', content.heading, '', content.lead, '', `    ${content.code}`, '', ...content.notes.flatMap((note) => [note, '']), '-- ', content.footer, ''].join('\n')
}
