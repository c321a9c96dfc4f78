import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The product's name in package.json, which Electron names its folder after. */
export const APP_FOLDER = '2048 Lab'

export interface FolderOptions {
  /** Of `--home`. */
  readonly home?: string | undefined
  readonly env?: NodeJS.ProcessEnv
  readonly platform?: NodeJS.Platform
}

/**
 * The data folder, not yet made: `--home`, else LAB_HOME, else the one that Electron's `app.getPath('userData')` gives the
 * window, so that the terminal finds the window's games.
 */
export function dataFolder({ home, env = process.env, platform = process.platform }: FolderOptions = {}): string {
  const chosen = home ?? env['LAB_HOME']
  return chosen ? resolve(chosen) : join(appData(env, platform), APP_FOLDER)
}

/** Source: https://www.electronjs.org/docs/latest/api/app#appgetpathname, `appData`. */
function appData(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  switch (platform) {
    case 'win32':
      return env['APPDATA'] || join(homedir(), 'AppData', 'Roaming')
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support')
    default:
      return env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  }
}
