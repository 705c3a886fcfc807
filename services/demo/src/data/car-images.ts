/** Outlines of five kinds of cars, seen from the side, on a field of 320 x 140. */
const bodies = {
  mini: 'M44 96c0-16 8-24 26-27l20-26c5-6 12-9 20-9h56c12 0 22 5 30 14l20 22 34 6c14 3 22 10 22 22v4c0 5-3 8-8 8H54c-6 0-10-4-10-14z',
  hatch: 'M30 96c0-17 10-25 30-28l30-24c7-6 15-9 24-9h70c13 0 24 4 34 12l26 20 28 6c14 3 20 10 20 22v5c0 5-3 8-8 8H40c-6 0-10-4-10-12z',
  sedan: 'M22 96c0-15 9-22 28-25l42-8 32-20c8-5 16-7 25-7h44c13 0 24 4 34 11l26 18 34 6c14 3 20 9 20 21v4c0 5-3 8-8 8H32c-6 0-10-3-10-8z',
  estate: 'M24 96c0-17 9-25 28-28l34-22c8-6 16-9 26-9h112c10 0 18 3 24 10l16 20 18 6c12 4 16 10 16 20v5c0 5-3 8-8 8H34c-6 0-10-4-10-10z',
  suv: 'M28 94c0-20 10-28 28-31l28-24c7-6 15-9 25-9h104c12 0 21 4 28 12l18 20 20 6c13 4 17 11 17 23v6c0 5-3 8-8 8H38c-6 0-10-4-10-11z',
} as const
const windows = {
  mini: 'M88 66l18-22c3-4 7-6 12-6h18v28zM146 38h22c8 0 14 3 19 9l16 19h-57z',
  hatch: 'M92 64l22-18c5-4 10-6 16-6h24v24zM164 40h22c9 0 16 3 23 8l20 16h-65z',
  sedan: 'M112 62l22-14c6-4 12-6 19-6h15v20zM178 42h14c10 0 18 3 26 8l17 12h-57z',
  estate: 'M92 64l20-15c5-4 10-6 16-6h30v21zM168 43h24v21h-24zM202 43h22c6 0 10 2 13 6l11 15h-46z',
  suv: 'M90 60l18-17c5-4 10-6 16-6h34v23zM168 37h40c8 0 13 2 17 8l12 15h-69z',
} as const

export type CarBody = keyof typeof bodies

/** A drawn car as the address of an image: the demo needs no file server, and the page's rules allow `data:` images. */
export function carImage(body: CarBody, colour: string): string {
  const wheel = (x: number) => `<circle cx="${x}" cy="106" r="19" fill="#23302a"/><circle cx="${x}" cy="106" r="9" fill="#c9d3cd"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 140"><ellipse cx="160" cy="124" rx="136" ry="6" fill="#000" opacity=".12"/>`
    + `<path d="${bodies[body]}" fill="${colour}"/><path d="${windows[body]}" fill="#dfe9ef"/><path d="M30 92h256" stroke="#000" stroke-opacity=".14" stroke-width="2"/>`
    + `<rect x="268" y="76" width="16" height="8" rx="4" fill="#ffe9a8"/><rect x="34" y="78" width="10" height="8" rx="4" fill="#d9534a"/>${wheel(88)}${wheel(238)}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
