import { languages, useWords, type Language } from '@checkin/i18n'
import { ChevronDown } from '@checkin/ui/chrome/marks'

export interface LanguageSelectorProps {
  readonly language: Language
  readonly onLanguage: (language: Language) => void
}

/** The three languages by their own names (SHELL-72, SHELL-80); two letters while closed. */
export function LanguageSelector({ language, onLanguage }: LanguageSelectorProps) {
  const words = useWords()
  return (
    <label className="ck-language">
      <span className="ck-hidden">{words('Frame.language')}</span>
      <span aria-hidden="true">{language.toUpperCase()}</span>
      <ChevronDown />
      <select
        name="language"
        value={language}
        onChange={(event) => {
          const chosen = languages.find((each) => each === event.target.value)
          if (chosen) onLanguage(chosen)
        }}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>{words(`Language.${each}`)}</option>
        ))}
      </select>
    </label>
  )
}
