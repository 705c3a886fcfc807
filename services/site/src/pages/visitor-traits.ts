import { languages, type Language } from '@checkin/remote'

const isLanguage = (value: string | undefined): value is Language => languages.some((language) => language === value)

/** DEC-03: the stored choice, else the first language of the browser that we have, else English. */
export function chooseLanguage(stored: string | undefined, acceptLanguage: string | undefined): Language {
  if (isLanguage(stored)) return stored
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part, position) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find((found) => found !== undefined)
      return { tag: tag.toLowerCase().split('-')[0], quality: quality === undefined ? 1 : Number(quality), position }
    })
    .filter((each) => each.quality > 0)
    .sort((a, b) => b.quality - a.quality || a.position - b.position)
  return wanted.map((each) => each.tag).find(isLanguage) ?? 'en'
}
