/** The app: one lab, one window, one program per data folder. */
import { parseArgs } from 'node:util'
import { app, dialog, type BrowserWindow } from 'electron'
import { LabError } from '../core/errors'
import { openWindow, registerScheme } from './hosts/window'
import { namedHome } from './lab/home'
import { createLab } from './lab/lab'
import { openLabData, type LabData, type NoData } from './lab/labData'

app.enableSandbox()
registerScheme()
chooseHome()

if (!app.requestSingleInstanceLock()) app.quit()
else {
  // opened while Electron makes itself ready; not awaited: it becomes so only when this module has run to its end
  const data = openLabData({ folder: app.getPath('userData'), program: 'the window of the lab' })
  void app.whenReady().then(async () => start(await data))
}

/** The data folder: `--home`, else LAB_HOME, else where the system keeps such things. */
function chooseHome(): void {
  // the other options on this command line are Chromium's
  const { home } = parseArgs({
    args: process.argv.slice(1),
    options: { home: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  }).values
  if (home !== undefined && typeof home !== 'string') return refuse('--home needs a folder: --home FOLDER')
  try {
    const named = namedHome(home)
    if (named !== undefined) app.setPath('userData', named)
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    refuse(error.message)
  }
}

function refuse(message: string): never {
  dialog.showErrorBox(app.getName(), message) // on standard error before the app is ready
  process.exit(2)
}

function start(data: LabData | NoData): void {
  const lab = createLab({ host: 'window', home: app.getPath('userData'), data })
  let window: BrowserWindow
  try {
    window = openWindow(lab)
  } catch (error) {
    dialog.showErrorBox(app.getName(), (error as Error).message)
    app.exit(1)
    return
  }
  app.on('second-instance', () => {
    if (window.isDestroyed()) return
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.on('window-all-closed', () => app.quit())
  // the threads end before the process does
  app.on('will-quit', event => {
    event.preventDefault()
    lab.close().then(
      () => app.exit(0),
      (error: unknown) => {
        console.error(error)
        app.exit(1)
      },
    )
  })
}
