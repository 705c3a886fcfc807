// Runs on the signing page: the preview of a typed name, and drawing. Without it everything but drawing still works.
import SignaturePad from 'signature_pad'

const form = document.querySelector('form') as HTMLFormElement
const canvas = form.querySelector('canvas') as HTMLCanvasElement
const part = (selector: string): HTMLElement => form.querySelector(selector) as HTMLElement
const field = (name: string): HTMLInputElement => form.elements.namedItem(name) as HTMLInputElement
const pad = new SignaturePad(canvas, { penColor: '#16307a' })

/** As many points as the screen has, else a drawing is coarse; what was drawn stays. */
function fit(): void {
  const ratio = Math.max(window.devicePixelRatio, 1)
  const { offsetWidth: width, offsetHeight: height } = canvas
  if (width === 0 || (canvas.width === width * ratio && canvas.height === height * ratio)) return
  const drawn = pad.toData()
  canvas.width = width * ratio
  canvas.height = height * ratio
  canvas.getContext('2d')?.scale(ratio, ratio)
  pad.clear()
  pad.fromData(drawn)
}

function show(): void {
  const drawing = (form.elements.namedItem('way') as RadioNodeList).value === 'drawn'
  part('[data-drawing]').hidden = !drawing
  part('[data-preview]').hidden = drawing
  if (drawing) fit()
}

part('[data-drawing-choice]').hidden = false
show()
form.addEventListener('change', show)
field('name').addEventListener('input', () => { part('[data-preview]').textContent = field('name').value })
part('[data-clear]').addEventListener('click', () => { pad.clear() })
window.addEventListener('resize', fit)
form.addEventListener('submit', () => { field('image').value = pad.isEmpty() ? '' : pad.toDataURL('image/png') })
document.getElementById('problem')?.focus()
