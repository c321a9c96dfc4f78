/** What is done to a packaged program before it is signed. */
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'

/** Electron's switches for a finished program: https://www.electronjs.org/docs/latest/tutorial/fuses */
const FUSES = /** @type {const} */ ({
  version: FuseVersion.V1,
  // the window's executable is neither a Node nor a debugger for whoever can start it
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
})

/** @param {import('electron-builder').AfterPackContext} context */
export async function afterPack({ appOutDir, packager, electronPlatformName }) {
  const { productFilename } = packager.appInfo
  const endings = /** @type {Readonly<Record<string, string>>} */ ({ darwin: '.app', win32: '.exe' })
  const ending = endings[electronPlatformName]
  const linux = packager.config.linux?.executableName ?? productFilename
  const executable = join(appOutDir, ending === undefined ? linux : productFilename + ending)
  if (!(await setFuses(executable)))
    console.warn(`\nNO FUSES: ${executable} is not a binary of Electron. Do not hand this package to anybody.\n`)

  // Node, which runs the terminal, cannot read an archive of Electron
  const resources = packager.getResourcesDir(appOutDir)
  extractAll(join(resources, 'app.asar'), join(resources, 'terminal'))
}

/**
 * Leaves a program without fuses, such as the stand-in of the tests, as it is.
 * @param {string} executable
 * @returns whether it has fuses, which are then set
 */
export async function setFuses(executable) {
  try {
    await flipFuses(executable, FUSES)
    return true
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('Could not find sentinel'))) throw error
    return false
  }
}
