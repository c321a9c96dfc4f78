/** `npm run pictures`: makes the pictures of the docs, and the outlines that `npm test` compares the screens with. */
import { runTool } from './tool.mjs'

process.env['PICTURES'] = 'write'
const { code } = await runTool('@playwright/test#playwright', ['test', 'tests/e2e/pictures.e2e.ts', '--retries', '0'], 'inherit')
process.exitCode = code
