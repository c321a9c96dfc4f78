/** `npm run study`: the comparison of optimisers; `npm run study -- statistics`: coverage and error rates. Started under tsx, which is how it can import TypeScript. */
import { ensureBuilt } from './fresh.mjs'

ensureBuilt()
await import(process.argv[2] === 'statistics' ? '../tests/study/statistics/main.ts' : '../tests/study/main.ts')
