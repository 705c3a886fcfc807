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

/** True for the days of the rental in the painted month. */
const rented = (row: number, column: number): boolean => (row === 1 && column >= 1) || (row === 2 && column <= 1)

export const calendarObject = (
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

export const documentObject = card(
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

export const licenceObject = card(
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

export const driverObject = (
  <g transform="translate(70 196)">
    <ellipse cx="150" cy="232" rx="150" ry="14" fill="var(--scene-shade)" opacity=".25" />
    <path d="M8 226V120C8 52 66 0 150 0s142 52 142 120v106z" fill="var(--scene-card)" />
    <path d="M34 128c0-58 44-100 116-100s116 42 116 100z" fill="#bcd7e6" />
    <circle cx="150" cy="82" r="30" fill="#c98d63" />
    <path d="M120 76c0-24 14-36 31-36s32 10 30 34c-8-4-14-12-16-18-8 10-26 14-45 20z" fill="#3b2a20" />
    <path d="M94 128c4-22 26-34 56-34s52 12 56 34z" fill="#c4501c" />
    <path d="M8 128h284v98H8z" fill="var(--scene-card)" />
    <path d="M8 128h284v14H8z" fill="#1d2a24" opacity=".14" />
    <path d="M92 196a58 58 0 1 1 116 0" fill="none" stroke="#1d2a24" strokeWidth="13" strokeLinecap="round" />
    <path d="M104 182h92" stroke="#1d2a24" strokeWidth="9" />
    <circle cx="150" cy="184" r="17" fill="var(--brand)" />
    <circle cx="96" cy="168" r="12" fill="#c98d63" />
    <circle cx="204" cy="168" r="12" fill="#c98d63" />
    <rect x="26" y="190" width="40" height="20" rx="10" fill="var(--sun)" />
    <rect x="234" y="190" width="40" height="20" rx="10" fill="var(--sun)" />
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

export const carObject = (
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

export const detourObject = (
  <>
    <ellipse cx="196" cy="424" rx="170" ry="13" fill="var(--scene-shade)" opacity=".25" />
    <g transform="translate(20 300) scale(.92)">{car}</g>
    {cone(336)}
    {cone(384)}
  </>
)
