/** `npm run schemas`: writes the JSON Schemas of the lab's files to docs/. Started under tsx, which is how it can import TypeScript. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileSchemas } from '../src/core/contract/files/schemas.ts'
import { root } from './fresh.mjs'

const docs = join(root, 'docs')
mkdirSync(docs, { recursive: true })
for (const [name, schema] of Object.entries(fileSchemas())) {
  writeFileSync(join(docs, name), JSON.stringify(schema, undefined, 2) + '\n')
  console.log(`wrote docs/${name}`)
}
