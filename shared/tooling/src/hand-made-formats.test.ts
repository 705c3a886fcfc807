import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { handMadeFormats } from './hand-made-formats.ts'
import { projectRoot } from './ownership.ts'

/** Where such a text is nothing that a renter reads, and why. */
const allowed: Readonly<Record<string, string>> = {
  'shared/forms/src/plain-date.ts': 'a plain date, YYYY-MM-DD, in a time zone',
  'shared/rental-summary/src/money.ts': 'an exact decimal of the page, data-value',
  'shared/card-payment/src/card-problems.ts': 'the message of an error in a log',
  'shared/ui/src/brand/brand.ts': 'a rule of a stylesheet',
  'shell/src/remotes/page-data.ts': 'the message of an error in a log',
  'shared/ui/src/chrome/loader.tsx': 'a length of a stylesheet',
  'shared/ui/src/chrome/progress-stepper.tsx': 'a length of a stylesheet',
  'shared/document-scan/src/camera/document-camera.view.tsx': 'lengths of a stylesheet',
  'mfe-driver/src/images/image-field.view.tsx': 'the attribute accept',
  'mfe-driver/src/scan/scan.view.tsx': 'the attribute accept',
  'mfe-driver/src/photos/photos.view.tsx': 'the attribute accept',
  'mfe-driver/src/steps/hand-over/view.tsx': 'the attribute accept',
  'mfe-precheckout/src/inspection/pictures.view.tsx': 'the attribute accept',
}
const renters = '{mfe-*,shell,shared/{async,card-payment,document-scan,driver-rules,forms,i18n,rental-summary,terms,ui},shared/contracts/{flow,remote,routes}}/src/**/*.{ts,tsx}'
const sources = globSync(renters, { cwd: projectRoot, exclude: (path) => /node_modules|\.test\.tsx?$|\/test\/|fixture/.test(path) }).sort()
const found = sources.flatMap((path) => handMadeFormats(readFileSync(join(projectRoot, path), 'utf8')).map(({ line, text }) => ({ path, at: `${path}:${line}: ${text}` })))

it('no page of a renter puts a number, a date or a list together by hand: each language has its own way (DEC-193)', () => {
  expect(sources.length).toBeGreaterThan(250)
  expect(found.filter(({ path }) => !(path in allowed)).map(({ at }) => at)).toEqual([])
})

it('an exception that is needed no more goes', () => {
  expect(Object.keys(allowed).filter((path) => !found.some((each) => each.path === path))).toEqual([])
})

it.each([
  ['size.toFixed(1)', true], ["names.join(', ')", true], ['names.join(" , ")', true], ['`${percent} %`', true], ['`${percent}%`', true], ['amount.toLocaleString()', true], ["new Intl.NumberFormat('de')", true],
  ["names.join(' ')", false], ['left % right', false], ['// names.join(\', \') was wrong', false], ['formatNumber(size, language)', false],
])('%s is put together by hand: %s (DEC-193)', (line, isFound) => {
  expect(handMadeFormats(line).length > 0).toBe(isFound)
})
