/** `npm run perf` and `npm run study`: the programs of tests/perf and tests/study. Started under tsx, which is how it can import TypeScript. */
import { ensureBuilt } from './fresh.mjs'

ensureBuilt()
const [program] = process.argv.splice(2, 1)
const isOfTables = program === 'perf' && process.argv.includes('--tables') // what exact tables cost
await import(`../tests/${program}/${isOfTables ? 'tables' : 'main'}.ts`)
