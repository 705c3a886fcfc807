import type { ReactNode } from 'react'
import { calendarObject, carObject, detourObject, documentObject, driverObject, licenceObject } from './scene-objects.tsx'

/** The side images of SHELL-40, and the stopped car of a step that could not come. */
export type SceneName = 'calendar' | 'driver' | 'driver-id' | 'driver-license' | 'car' | 'detour'

const objects: Readonly<Record<SceneName, ReactNode>> = {
  calendar: calendarObject,
  driver: driverObject,
  'driver-id': documentObject,
  'driver-license': licenceObject,
  car: carObject,
  detour: detourObject,
}

/** One kit for all scenes: sky, sun, two hills, a road. Colours come from tokens, so night swaps them; one detail wears the tenant's. */
export function Scene({ name }: { readonly name: SceneName }) {
  const wide = name === 'detour'
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
      <path d="M150 520c26-92 60-140 120-172h26c-34 40-34 96-8 172z" fill="var(--scene-road)" />
      <path d="M219 520c8-50 22-96 54-148" stroke="var(--sun)" strokeWidth="6" strokeDasharray="26 18" fill="none" />
      {objects[name]}
    </svg>
  )
}
