import { useEffect, useState, type ReactNode } from 'react'

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** True for the days of the rental in the painted month. */
const rented = (row: number, column: number): boolean => (row === 1 && column >= 1) || (row === 2 && column <= 1)

const calendarObject = (
  <g transform="translate(96 168) rotate(3 120 120)">
    <rect x="6" y="10" width="250" height="244" rx="22" fill="var(--scene-shade)" opacity=".22" />
    <rect width="250" height="244" rx="22" fill="var(--scene-card)" />
    <path d="M0 22a22 22 0 0 1 22-22h206a22 22 0 0 1 22 22v40H0z" fill="#c4501c" />
    <rect x="58" y="-14" width="14" height="40" rx="7" fill="var(--scene-card)" />
    <rect x="178" y="-14" width="14" height="40" rx="7" fill="var(--scene-card)" />
    {range(4).map((row) =>
      range(5).map((column) => (
        <rect
          key={`${row}-${column}`}
          x={26 + column * 42}
          y={84 + row * 38}
          width="28"
          height="24"
          rx="7"
          fill={rented(row, column) ? 'var(--brand)' : 'var(--scene-card-2)'}
        />
      )),
    )}
  </g>
)

/** The side images of SHELL-40, and the stopped car of a step that could not come. */
export type SceneName = 'calendar' | 'driver' | 'driver-id' | 'driver-license' | 'car' | 'detour'

/** Objects of all scenes but the first screen's, once they are there. A scene is decoration: without its object it is a landscape. */
let later: Readonly<Record<string, ReactNode>> | null = null

function useObject(name: SceneName): ReactNode {
  const [, setCome] = useState(later !== null)
  const isFirst = name === 'calendar'
  useEffect(() => {
    if (!isFirst && later === null) {
      import('./later-scenes.tsx').then(({ laterObjects }) => {
        later = laterObjects
        setCome(true)
      }, () => undefined)
    }
  }, [isFirst])
  return isFirst ? calendarObject : later?.[name]
}

/** One kit for all scenes: sky, sun, two hills, a road. Colours come from tokens, so night swaps them; one detail wears the tenant's. */
export function Scene({ name }: { readonly name: SceneName }) {
  const wide = name === 'detour'
  const object = useObject(name)
  return (
    <svg className="ck-scene" viewBox={wide ? '0 196 440 240' : '0 0 440 520'} preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <rect width="440" height="520" fill="var(--scene-sky)" />
      <circle cx={wide ? 352 : 318} cy={wide ? 252 : 132} r="62" fill="var(--scene-sun)" />
      <g fill="#fff" opacity=".5">
        <path d="M52 118c4-14 16-20 28-16 6-14 28-16 36-2 14-4 26 4 28 18z" />
        <path d="M196 66c3-9 11-13 19-11 5-9 19-10 24-1 10-2 17 3 19 12z" />
      </g>
      <path d="M0 300c70-70 150-86 230-46s140 20 210-26v292H0z" fill="var(--scene-hill-far)" />
      <path d="M0 352c90-50 170-34 250-8s130 10 190-24v200H0z" fill="var(--scene-hill)" />
      <path d="M150 520c26-92 60-140 120-172h26c-34 40-34 96-8 172z" fill="var(--night)" />
      <path d="M219 520c8-50 22-96 54-148" stroke="var(--sun)" strokeWidth="6" strokeDasharray="26 18" fill="none" />
      {object}
    </svg>
  )
}
