/** `npm run perf` and `npm run simulate -- NAME`: programs of tests/perf and tests/simulate. Started under tsx, which can import TypeScript. */
import { ensureBuilt } from './fresh.mjs'

ensureBuilt()
const [program] = process.argv.splice(2, 1)
const isOfTables = program === 'perf' && process.argv.includes('--tables') // what exact tables cost
const folder = program === 'perf' ? 'perf' : `simulate/${process.argv.splice(2, 1)[0]}`
await import(`../tests/${folder}/${isOfTables ? 'tables' : 'main'}.ts`)
