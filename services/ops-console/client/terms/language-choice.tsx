import { isLanguage, type Language } from '@checkin/api/languages'
import { Select } from 'antd'
import { languageName } from '../frame/format.tsx'
import { useAddress } from '../frame/use-address.ts'

/** The language of the address among those that there are; the first of them without. */
export function useChosenLanguage(there: readonly string[]): Language {
  const asked = useAddress().of('language')
  const [first = 'en'] = there
  const chosen = there.includes(asked) ? asked : first
  return isLanguage(chosen) ? chosen : 'en'
}

/** Chooses one of the languages that there are; the choice stands in the address. */
export function LanguageChoice({ there, chosen }: { readonly there: readonly string[]; readonly chosen: Language }) {
  const address = useAddress()
  return (
    <div className="filters">
      <label>Language <Select aria-label="Language" value={chosen} options={there.map((value) => ({ value, label: languageName(value) }))} onChange={(language: string) => { address.choose({ language }) }} /></label>
    </div>
  )
}
