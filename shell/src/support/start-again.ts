import { currentLanguage } from '@checkin/i18n'
import i18next from 'i18next'
import { supportWords } from './words.ts'

/** As `lastGoodKey` and `noticeKey` of the first load, which this part may not import: it would make that larger (decision 0081). */
const [lastGoodKey, noticeKey] = ['checkin.lastGood', 'checkin.notice'] as const

/** The number of this page's release set, as its HTML says it. */
const releaseSet = (): string => document.documentElement.dataset['releaseSet'] ?? ''

/** Set by this page itself: it is open. */
let own = false

/**
 * The page can't go on: it is loaded again with the last good modules, once in a tab and release set, and says so; what was typed is in its drafts. Where that
 * was done already, or nothing can be remembered, the renter reads plainly how to go on (DEC-242).
 */
export async function startAgain(reload = () => { location.reload() }): Promise<void> {
  const setId = releaseSet()
  try {
    if (!own && sessionStorage.getItem(lastGoodKey) === setId) throw new Error('it was loaded again before')
    const text = await supportWords[currentLanguage()]?.().then(({ default: words }) => (words as Record<string, string>)['Notice.startedAgain'], () => undefined)
    if (text !== undefined) sessionStorage.setItem(noticeKey, JSON.stringify({ key: 'Notice.startedAgain', text, state: 'info', stays: true }))
    own = false
    sessionStorage.setItem(lastGoodKey, setId)
    reload()
  } catch {
    showCounter()
  }
}

/** Without React, which the damage may have reached. */
function showCounter(): void {
  const main = document.createElement('main')
  main.dataset['brokenPage'] = ''
  main.className = 'ck-container'
  main.dataset['container'] = 'narrow'
  const step = document.createElement('div')
  step.className = 'ck-step'
  main.append(step)
  for (const [tag, key] of [['h1', 'Counter.title'], ['p', 'Counter.text']] as const) {
    const element = document.createElement(tag)
    element.textContent = i18next.t(key)
    step.append(element)
  }
  document.getElementById('app')?.replaceChildren(main)
}

/**
 * Keeps in this tab that its page is open, as long as it is seen: a page that freezes or crashes leaves that behind, and the next one takes the last good
 * modules (DEC-242). Changes nothing once a page of this set was damaged, and where the tab keeps nothing.
 */
export function keepOpen(): void {
  const setId = releaseSet()
  if (setId === '') return
  const quietly = (work: () => void): void => {
    try {
      work()
    } catch {
      // A browser may refuse storage: then a page that froze comes back as it was.
    }
  }
  const begin = (): void => {
    quietly(() => {
      if (sessionStorage.getItem(lastGoodKey) === setId || document.visibilityState !== 'visible') return
      sessionStorage.setItem(lastGoodKey, setId)
      own = true
    })
  }
  const end = (): void => {
    if (own) quietly(() => { sessionStorage.removeItem(lastGoodKey) })
    own = false
  }
  begin()
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') begin(); else end() })
  addEventListener('pagehide', end)
  addEventListener('pageshow', begin)
}
