import { describe, expect, it } from 'vitest'
import * as forms from './index.ts'
import * as view from './view.tsx'

describe('what other packages may rely on', () => {
  it('changes only on purpose', () => {
    expect(Object.keys(forms).sort()).toMatchInlineSnapshot(`
      [
        "addDays",
        "addYears",
        "checked",
        "choice",
        "createForm",
        "digits",
        "draftable",
        "dropLastDigitAboveMax",
        "earliestDate",
        "email",
        "errorsOf",
        "fieldTypes",
        "formSchema",
        "image",
        "isEmptyDate",
        "isPlainDate",
        "keepAllowed",
        "keepDraft",
        "latestDate",
        "plainDate",
        "requiredFields",
        "text",
        "todayIn",
        "typedValue",
        "wholeNumber",
      ]
    `)
    expect(Object.keys(view).sort()).toEqual(['FormField', 'useErrorSummary'])
  })
})
