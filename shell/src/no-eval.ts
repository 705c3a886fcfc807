import { config } from 'zod/mini'

// zod would try to compile schemas with `new Function`, which the page's policy forbids and reports.
config({ jitless: true })
