/** `npm run study`: coverage of intervals and error rates of verdicts. Started under tsx, which is how it can import TypeScript. */
import { ensureBuilt } from './fresh.mjs'

ensureBuilt()
await import('../tests/study/main.ts')
