/** Outlines of five kinds of cars, seen from the side, on a field of 320 x 140. */
const bodies = {
  mini: 'M44 96c0-16 8-24 26-27l20-26c5-6 12-9 20-9h56c12 0 22 5 30 14l20 22 34 6c14 3 22 10 22 22v4c0 5-3 8-8 8H54c-6 0-10-4-10-14z',
  hatch: 'M38 98c-3-14 0-26 10-33l20-24c6-7 14-10 24-10h72c13 0 24 4 34 12l26 22 30 6c14 3 20 9 20 21v6c0 5-3 8-8 8H48c-6 0-9-3-10-8z',
  sedan: 'M22 96c0-15 9-22 28-25l42-8 32-20c8-5 16-7 25-7h44c13 0 24 4 34 11l26 18 34 6c14 3 20 9 20 21v4c0 5-3 8-8 8H32c-6 0-10-3-10-8z',
  estate: 'M22 98c-2-14 0-24 6-31l12-24c4-7 11-10 20-10h104c13 0 24 4 34 11l28 20 40 7c14 3 20 9 20 20v6c0 5-3 8-8 8H32c-6 0-9-2-10-7z',
  suv: 'M28 94c0-20 10-28 28-31l28-24c7-6 15-9 25-9h104c12 0 21 4 28 12l18 20 20 6c13 4 17 11 17 23v6c0 5-3 8-8 8H38c-6 0-10-4-10-11z',
} as const
const windows = {
  mini: 'M88 66l18-22c3-4 7-6 12-6h18v28zM146 38h22c8 0 14 3 19 9l16 19h-57z',
  hatch: 'M72 64l15-18c3-4 7-6 13-6h42v24zM152 40h14c9 0 16 3 23 8l18 16h-55z',
  sedan: 'M112 62l22-14c6-4 12-6 19-6h15v20zM178 42h14c10 0 18 3 26 8l17 12h-57z',
  estate: 'M46 64l9-17c2-3 5-5 10-5h21v22zM94 42h40v22H94zM142 42h22c9 0 16 3 23 8l18 14h-63z',
  suv: 'M90 60l18-17c5-4 10-6 16-6h34v23zM168 37h40c8 0 13 2 17 8l12 15h-69z',
} as const

/** Where tail and head light sit, from the left. */
const lights = { mini: [48, 236], hatch: [44, 252], sedan: [30, 270], estate: [28, 262], suv: [34, 262] } as const

export type CarBody = keyof typeof bodies

/** A drawn car as the address of an image: the demo needs no file server, and the page's rules allow `data:` images. */
export function carImage(body: CarBody, colour: string): string {
  const wheel = (x: number) => `<circle cx="${x}" cy="106" r="19" fill="#23302a"/><circle cx="${x}" cy="106" r="9" fill="#c9d3cd"/>`
  const [tail, head] = lights[body]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 140"><ellipse cx="160" cy="124" rx="136" ry="6" fill="#000" opacity=".12"/>`
    + `<path d="${bodies[body]}" fill="${colour}"/><path d="${windows[body]}" fill="#dfe9ef"/><path d="M56 92h200" stroke="#000" stroke-opacity=".14" stroke-width="2"/>`
    + `<rect x="${head}" y="78" width="16" height="8" rx="4" fill="#ffe9a8"/><rect x="${tail}" y="76" width="10" height="8" rx="4" fill="#d9534a"/>${wheel(88)}${wheel(238)}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
