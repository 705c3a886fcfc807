import type { Language } from '@checkin/i18n'
import { formatDate, formatTime } from '@checkin/i18n/formats'
import { fontFor } from '../documents/pdf/pdf-fonts.ts'
import { hairline, ink, margin, type PdfLayout } from '../documents/pdf/pdf-page.ts'
import { writeFacts } from '../documents/pdf/pdf-parts.ts'
import type { DocumentMessages } from '../documents/pdf/pdf-messages.ts'
import type { StoredSignature } from './signature/signature-provider.ts'

const box = { width: 240, height: 84 }

/** What was drawn, or the name as it was typed, above a line; screen readers get to hear whose signature stands there. */
function writeMark({ document, root, keepTogether }: PdfLayout, { image, name }: StoredSignature, alt: string): void {
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
  layout: PdfLayout, { signature, signatureId, agreementHash }: { readonly signature: StoredSignature; readonly signatureId: string; readonly agreementHash: string },
  language: Language, { t }: DocumentMessages,
): void {
  const time = signature.signedAt.slice(0, 16)
  writeMark(layout, signature, t('signature.image', { name: signature.name }))
  writeFacts(layout, [
    [t('signature.name'), signature.name],
    [t('signature.time'), t('utc', { time: `${formatDate(time, language, 'long')}, ${formatTime(time, language)}` })],
    [t('signature.how'), t(signature.kind === 'drawn' ? 'signature.drawn' : 'signature.typed')],
    [t('signature.id'), signatureId],
    [t('signature.hash'), agreementHash.replace(/.{16}(?=.)/g, '$& ')],
  ])
}
