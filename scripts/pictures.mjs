/**
 * `npm run pictures`: makes the pictures of the docs, and the outlines that `npm test` compares the screens with. With a folder,
 * `npm run pictures -- FOLDER`, it puts each state there in five sizes, light and dark, and leaves the docs as they are.
 */
import { resolve } from 'node:path'
import { runTool } from './tool.mjs'

process.env['PICTURES'] = 'write'
const [folder] = process.argv.slice(2)
if (folder !== undefined) process.env['PICTURES_FOLDER'] = resolve(folder)
const { code } = await runTool('@playwright/test#playwright', ['test', 'tests/e2e/pictures.e2e.ts', '--retries', '0'], 'inherit')
process.exitCode = code
