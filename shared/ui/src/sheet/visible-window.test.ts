import { describe, expect, it } from 'vitest'
import { coveredHeight } from './visible-window.ts'

describe('what a phone\'s keyboard covers', () => {
  it.each([
    ['nothing without a keyboard', 844, { height: 844, offsetTop: 0, scale: 1 }, 0],
    ['its height', 844, { height: 508, offsetTop: 0, scale: 1 }, 336],
    ['what is left of it when the page was moved up', 844, { height: 508, offsetTop: 100, scale: 1 }, 236],
    ['nothing of a page that is zoomed in', 844, { height: 422, offsetTop: 0, scale: 2 }, 0],
    ['nothing that a browser does not tell', 844, null, 0],
  ])('is %s (DEC-179)', (_what, height, visible, covered) => {
    expect(coveredHeight(height, visible)).toBe(covered)
  })
})
