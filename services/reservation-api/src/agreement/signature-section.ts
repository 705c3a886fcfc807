import type { Language } from '@checkin/i18n'
import { formatDate, formatTime } from '@checkin/i18n/formats'
import { fontFor } from '../papers/paper-fonts.ts'
import { hairline, ink, margin, type Paper } from '../papers/paper-page.ts'
import { writeFacts } from '../papers/paper-parts.ts'
import type { PaperWords } from '../papers/paper-words.ts'
import type { StoredSignature } from '../signature/stored-signature.ts'

const box = { width: 240, height: 84 }

/** What was drawn, or the name as it was typed, above a line; people who hear the paper are told whose signature stands there. */
function writeMark({ document, root, keepTogether }: Paper, { image, name }: StoredSignature, alt: string): void {
  keepTogether(box.height + 150)
  const top = document.y + 8
  root.add(document.struct('Figure', { alt }, [() => {
    if (image === null || !drawn(document, Buffer.from(image, 'base64'), top)) {
      document.font(fontFor(name)).fontSize(26).fillColor(ink).text(name, margin + 8, top + box.height - 42, { width: box.width * 1.8, lineBreak: false, ellipsis: true })
    }
  }]))
  document.markContent('Artifact', { type: 'Layout' })
  document.moveTo(margin, top + box.height).lineTo(margin + box.width, top + box.height).lineWidth(1).stroke(hairline)
  document.endMarkedContent()
  document.x = margin
  document.y = top + box.height + 4
}

/** False for a picture that cannot be read: the name stands for it. */
function drawn(document: PDFKit.PDFDocument, png: Buffer, top: number): boolean {
  try {
    document.image(png, margin + 4, top + 4, { fit: [box.width - 8, box.height - 8], valign: 'bottom' })
    return true
  } catch {
    return false
  }
}

export function writeSignature(
  paper: Paper, { signature, signatureId, agreementHash }: { readonly signature: StoredSignature; readonly signatureId: string; readonly agreementHash: string },
  language: Language, { say }: PaperWords,
): void {
  const time = signature.signedAt.slice(0, 16)
  writeMark(paper, signature, say('signature.image', { name: signature.name }))
  writeFacts(paper, [
    [say('signature.name'), signature.name],
    [say('signature.time'), say('utc', { time: `${formatDate(time, language, 'long')}, ${formatTime(time, language)}` })],
    [say('signature.how'), say(signature.kind === 'drawn' ? 'signature.drawn' : 'signature.typed')],
    [say('signature.id'), signatureId],
    [say('signature.hash'), agreementHash.replace(/.{16}(?=.)/g, '$& ')],
  ])
}
