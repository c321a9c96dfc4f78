/** `npm run study`: the comparison of optimisers. Started under tsx, which is how it can import TypeScript. */
import { ensureBuilt } from './fresh.mjs'

ensureBuilt()
await import('../tests/study/main.ts')
