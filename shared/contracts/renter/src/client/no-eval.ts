import * as z from 'zod/mini'

// zod tries `new Function` once per schema, which a policy without unsafe-eval reports as a violation.
z.config({ jitless: true })
