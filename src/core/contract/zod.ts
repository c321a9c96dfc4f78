/** Zod, configured before any schema of the contract is made, whatever the order in which a bundle runs. */
import { z } from 'zod'

// Zod would compile its schemas with `new Function`, which the page's content security policy forbids. Even the attempt is reported.
z.config({ jitless: true })

export { z }
