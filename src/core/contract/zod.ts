/** Zod as every schema of the contract gets it: configured before the first of them is made, in whatever order a bundle runs. */
import { z } from 'zod'

// Zod would compile its schemas with `new Function`, which the page's content security policy forbids. Even the attempt is reported.
z.config({ jitless: true })

export { z }
