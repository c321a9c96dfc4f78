/**
 * Starts the app of a folder as Electron would: `electron [switches] FOLDER [arguments]`. In a package it starts the app of its
 * own archive: `program [switches] [arguments]`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'
import { layOut } from './archive.mjs'
import { launchBrowser } from './browser.mjs'
import { shim } from './state.mjs'
import { followTargets } from './targets.mjs'

const archive = join(import.meta.dirname, 'resources', 'app.asar')
const isPackaged = existsSync(archive)
const { folder, switches, rest } = readArguments(process.argv.slice(2))
const root = isPackaged ? layOut(archive) : resolve(folder)
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const main = resolve(root, manifest.main ?? 'index.js')
if (!existsSync(main)) {
  console.error(`Unable to find Electron app at ${main}`)
  process.exit(1)
}

app.describe(root, manifest, isPackaged)
shim.switches.push(...switches)
pretendToBeElectron()
process.argv = [process.argv[0], ...(isPackaged ? [] : [folder]), ...rest]
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => app.quit())

const browserIsUp = startBrowser()
await import(pathToFileURL(main).href)
await browserIsUp
app.becomeReady()

/** Playwright passes `-r loader`, and reads the two "… listening on" lines that --inspect and this program print. */
function readArguments(argv) {
  const result = { folder: undefined, switches: [], rest: [] }
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i]
    if (argument === '-r' || argument === '--require') createRequire(import.meta.url)(argv[++i])
    else if (/^--(inspect|remote-debugging-port)/.test(argument)) continue
    else if (!isPackaged && result.folder === undefined && !argument.startsWith('-')) result.folder = argument
    else if (argument === '--no-sandbox') result.switches.push(argument)
    else result.rest.push(argument)
  }
  return { ...result, folder: result.folder ?? '.' }
}

function pretendToBeElectron() {
  const version = isPackaged
    ? readFileSync(join(import.meta.dirname, 'version'), 'utf8')
    : createRequire(join(root, 'package.json'))('electron/package.json').version
  const constant = (target, name, value) => Object.defineProperty(target, name, { value, enumerable: true, configurable: true })
  constant(process.versions, 'electron', version)
  constant(process.versions, 'chrome', '0.0.0')
  constant(process, 'type', 'browser')
  constant(process, 'resourcesPath', isPackaged ? dirname(archive) : join(root, 'resources'))
}

async function startBrowser() {
  shim.browser = await launchBrowser(shim.headed, shim.switches)
  shim.browser.process.on('exit', () => {
    if (shim.quitting) return
    console.error('electron-shim: Chromium is gone')
    app.exit(1)
  })
  // whether a page may is up to the app's handler; the browser itself asks nobody
  await shim.browser.send('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] })
  await followTargets()
  process.stderr.write(`\nDevTools listening on ${shim.browser.url}\n`)
}
