import drawSvg from 'svg-to-pdfkit'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Bytes of a picture given as `data:` address or as plain base64. */
function pictureBytes(picture: string): Buffer {
  const [, encoding, rest] = /^data:[^,;]*((?:;[^,;]+)*),(.*)$/s.exec(picture) ?? []
  if (rest === undefined) return Buffer.from(picture, 'base64')
  return encoding?.includes('base64') ? Buffer.from(rest, 'base64') : Buffer.from(decodeURIComponent(rest), 'utf8')
}

/** Draws a tenant's logo (SVG, PNG or JPEG) into a box. Answers false for a picture that cannot be drawn: the name stands for it. */
export function drawLogo(document: PDFKit.PDFDocument, picture: string, box: Box): boolean {
  try {
    const bytes = pictureBytes(picture)
    const isSvg = /^\s*(<\?xml|<svg)/.test(bytes.subarray(0, 200).toString('utf8'))
    // No picture is fetched from elsewhere, whatever the file names.
    if (isSvg) drawSvg(document, bytes.toString('utf8'), box.x, box.y, { width: box.width, height: box.height, preserveAspectRatio: 'xMinYMid meet', imageCallback: () => '', warningCallback: () => undefined })
    else document.image(bytes, box.x, box.y, { fit: [box.width, box.height] })
    return true
  } catch {
    return false
  }
}
