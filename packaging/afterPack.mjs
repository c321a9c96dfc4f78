/** What is done to a packaged program before it is signed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import { FuseV1Options, FuseVersion } from '@electron/fuses'

/** Electron's switches for a finished program: https://www.electronjs.org/docs/latest/tutorial/fuses */
const FUSES = /** @type {const} */ ({
  version: FuseVersion.V1,
  // other programs cannot use the window's executable as a Node or a debugger
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
})

/** @param {import('electron-builder').AfterPackContext} context */
export async function afterPack(context) {
  const { appOutDir, packager, electronPlatformName, targets } = context
  // only macOS has the program that signs it, and it does not start unsigned
  if (electronPlatformName === 'darwin' && process.platform !== 'darwin')
    throw new Error('A package for macOS must be built on macOS.')
  if (electronPlatformName === 'darwin') {
    const plist = join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Info.plist')
    writeFileSync(plist, withoutPlainHttp(readFileSync(plist, 'utf8')))
  }
  await setFuses(
    context,
    targets.every(({ name }) => name === 'dir'),
  )

  // Node, which runs the terminal, cannot read an archive of Electron
  const resources = packager.getResourcesDir(appOutDir)
  extractAll(join(resources, 'app.asar'), join(resources, 'terminal'))
  const missing = missingParts(resources, electronPlatformName)
  if (missing.length > 0) throw new Error(`The package lacks ${missing.join(', ')}. ${ADVICE}`)
}

/**
 * Sets the fuses of Electron's binary. A program without fuses, such as the stand-in of the tests, stays as it is, with a warning.
 * @param {import('electron-builder').AfterPackContext} context
 * @param {boolean} isFolder whether nothing but the folder is made of it
 * @throws {Error} if something to hand out is made of a program without fuses
 */
export async function setFuses(context, isFolder) {
  try {
    await context.packager.addElectronFuses(context, FUSES)
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('Could not find sentinel'))) throw error
    const text = `NO FUSES: the executable in ${context.appOutDir} is not a binary of Electron.`
    if (!isFolder) throw new Error(`${text} Only the folder of the program can be made of it: --dir.`, { cause: error })
    console.warn(`\n${text} Do not hand this package to anybody.\n`)
  }
}

/**
 * Takes the permission to load pages without TLS from anywhere, which the packager gives to every program for macOS.
 * @param {string} plist text of Info.plist
 * @throws {Error} if it has no such permission
 */
export function withoutPlainHttp(plist) {
  const allows = /(<key>NSAllowsArbitraryLoads<\/key>\s*)<true\s*\/>/g
  if (plist.search(allows) < 0) throw new Error('Info.plist does not say NSAllowsArbitraryLoads: look what the packager writes.')
  return plist.replaceAll(allows, '$1<false/>')
}

const ADVICE =
  'Build it on a system and a processor of its own kind, after "npm ci", which installs only the Node of that machine. There is no such package of Node for Windows on ARM.'

/**
 * Parts that the packager leaves out with a warning only.
 * @param {string} resources folder of the package
 * @param {string} platform as Node names it
 */
export function missingParts(resources, platform) {
  const parts = { darwin: ['bin/lab'], win32: ['bin/lab.cmd', 'bin/node.exe', NODE_LICENCE] }[platform]
  return [...(parts ?? ['bin/lab', 'bin/node', NODE_LICENCE]), 'sbom.cdx.json', 'terminal/out/main/cli.js'].filter(
    part => !existsSync(join(resources, part)),
  )
}

export const NODE_LICENCE = 'bin/node-licence.txt'
