import type { ReactNode } from 'react'

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** A card lying tilted in the landscape, with its shadow. */
const card = (inside: ReactNode) => (
  <g transform="translate(62 190) rotate(-5 158 100)">
    <rect x="6" y="10" width="316" height="200" rx="20" fill="var(--scene-shade)" opacity=".22" />
    <rect width="316" height="200" rx="20" fill="var(--scene-card)" />
    {inside}
  </g>
)

const portrait = (
  <>
    <rect x="22" y="66" width="84" height="106" rx="12" fill="var(--scene-card-2)" />
    <circle cx="64" cy="104" r="20" fill="#c4501c" />
    <path d="M30 172c4-30 22-42 34-42s30 12 34 42z" fill="var(--scene-ink)" />
  </>
)

const documentObject = card(
  <>
    <path d="M0 20A20 20 0 0 1 20 0h276a20 20 0 0 1 20 20v26H0z" fill="var(--brand)" />
    {portrait}
    <g fill="#6b766f">
      <rect x="124" y="70" width="150" height="12" rx="6" />
      <rect x="124" y="94" width="110" height="12" rx="6" opacity=".6" />
      <rect x="124" y="118" width="132" height="12" rx="6" opacity=".6" />
    </g>
    <g fill="var(--scene-ink)">
      {[146, 166].map((y) => range(10).map((index) => <path key={`${y}-${index}`} d={`M${124 + index * 17} ${y}h11v4h-11z`} opacity={(index + y) % 3 === 0 ? 0.35 : 0.85} />))}
    </g>
  </>,
)

const licenceObject = card(
  <>
    <path d="M0 20A20 20 0 0 1 20 0h276a20 20 0 0 1 20 20v22H0z" fill="#f3c9cf" />
    <circle cx="40" cy="21" r="12" fill="#1c4f8a" />
    <rect x="66" y="15" width="120" height="12" rx="6" fill="var(--scene-ink)" opacity=".7" />
    {portrait}
    <g fill="#6b766f">
      <rect x="124" y="66" width="138" height="11" rx="5.5" />
      <rect x="124" y="86" width="92" height="11" rx="5.5" opacity=".6" />
    </g>
    {range(4).map((index) => (
      <g key={index} transform={`translate(${124 + index * 44} 116)`}>
        <rect width="36" height="52" rx="9" fill={index === 1 ? 'var(--brand)' : 'var(--scene-card-2)'} />
        <path
          d="M8 22c0-2 1-3 3-3l2-4c.6-1.4 1.4-2 2.6-2h4.8c1.2 0 2 .6 2.6 2l2 4c2 0 3 1 3 3v5H8z"
          fill={index === 1 ? 'var(--on-brand)' : '#6b766f'}
        />
        <rect x="8" y="36" width="20" height="5" rx="2.5" fill={index === 1 ? 'var(--on-brand)' : '#6b766f'} opacity=".7" />
      </g>
    ))}
  </>,
)

const driverObject = (
  <g transform="translate(52 178)">
    <ellipse cx="168" cy="252" rx="172" ry="14" fill="var(--scene-shade)" opacity=".25" />
    <path d="M34 206h52v34a14 14 0 0 1-14 14H48a14 14 0 0 1-14-14zM250 206h52v34a14 14 0 0 1-14 14h-24a14 14 0 0 1-14-14z" fill="#14211b" />
    <path d="M58 118 84 34C90 14 104 4 126 4h84c22 0 36 10 42 30l26 84z" fill="var(--scene-card)" />
    <path d="m82 118 22-72c4-14 12-20 26-20h76c14 0 22 6 26 20l22 72z" fill="#bcd7e6" />
    <path d="M96 118c4-26 24-38 50-38s46 12 50 38z" fill="#c4501c" />
    <circle cx="146" cy="62" r="24" fill="#c98d63" />
    <path d="M121 62c-4-22 10-34 26-34s28 12 24 32c-8-2-14-8-17-14-8 9-20 13-33 16z" fill="#3b2a20" />
    <path d="M112 118a36 36 0 0 1 72 0" fill="none" stroke="#1d2a24" strokeWidth="9" />
    <path d="m228 26-34 92h26l26-72c-3-10-8-17-18-20z" fill="#fff" opacity=".35" />
    <path d="M36 112h264c22 0 36 14 36 34v56c0 12-8 20-20 20H20c-12 0-20-8-20-20v-56c0-20 14-34 36-34z" fill="var(--scene-card)" />
    <path d="M30 118h276c18 0 28 10 30 26-100 10-236 10-336 0 2-16 12-26 30-26z" fill="#1d2a24" opacity=".07" />
    <rect x="20" y="150" width="62" height="30" rx="15" fill="var(--sun)" />
    <rect x="254" y="150" width="62" height="30" rx="15" fill="var(--sun)" />
    <rect x="104" y="156" width="128" height="10" rx="5" fill="#1d2a24" opacity=".75" />
    <rect x="118" y="178" width="100" height="28" rx="8" fill="var(--brand)" />
    <rect x="132" y="188" width="72" height="8" rx="4" fill="var(--on-brand)" opacity=".85" />
    <path d="M44 100 18 88c-10-4-20 0-20 10s10 16 22 16h24zM292 100l26-12c10-4 20 0 20 10s-10 16-22 16h-24z" fill="var(--scene-card)" />
  </g>
)

const car = (
  <>
    <path d="M20 96c-12 0-18-8-16-22 2-18 10-26 34-30l42-8C104 8 130 0 172 0s70 10 92 38l42 10c18 4 24 14 24 28 0 14-6 20-18 20z" fill="var(--scene-card)" />
    <path d="M104 40c16-20 34-28 60-28v28zM178 12c34 0 52 8 68 28h-68z" fill="#1c4f8a" opacity=".85" />
    <path d="M5 66h324" stroke="var(--brand)" strokeWidth="8" />
    {[84, 260].map((x) => (
      <g key={x}>
        <circle cx={x} cy="96" r="32" fill="#14211b" />
        <circle cx={x} cy="96" r="14" fill="#ece4d3" />
      </g>
    ))}
    <rect x="310" y="56" width="18" height="12" rx="6" fill="var(--sun)" />
  </>
)

const carObject = (
  <>
    <ellipse cx="220" cy="424" rx="176" ry="14" fill="var(--scene-shade)" opacity=".25" />
    <g transform="translate(56 292)">{car}</g>
  </>
)

const cone = (x: number) => (
  <g transform={`translate(${x} 372)`}>
    <path d="M22 0h12l17 56H5z" fill="#e0632a" />
    <path d="M16.5 18h23l4.5 14H12z" fill="#fff" />
    <rect y="54" width="56" height="9" rx="4.5" fill="#b34716" />
  </g>
)

const detourObject = (
  <>
    <ellipse cx="196" cy="424" rx="170" ry="13" fill="var(--scene-shade)" opacity=".25" />
    <g transform="translate(20 300) scale(.92)">{car}</g>
    {cone(336)}
    {cone(384)}
  </>
)

/** What stands in the landscape of every scene but the first screen's; loaded when the first of them is shown (decision 0081). */
export const laterObjects = {
  driver: driverObject,
  'driver-id': documentObject,
  'driver-license': licenceObject,
  car: carObject,
  detour: detourObject,
} as const
