/** The app: one lab, one window, one program per data folder. */
import { dirname, join } from 'node:path'
import { app, BrowserWindow, dialog, shell, type OpenDialogOptions } from 'electron'
import type { PathPurpose } from '../core/contract/calls'
import { LabError } from '../core/errors'
import { Opened, readArguments } from './hosts/window/openedFiles'
import { openWindow, registerScheme } from './hosts/window/window'
import { namedHome, placeOfData, windowHome } from './files/home'
import { openLab, type OpenedLab } from './lab/openLab'
import { unstoredText } from './hosts/unsavedText'

/** The start script of an AppImage adds the switch without a question where the system lets programs make no sandbox. */
const NO_SANDBOX =
  'The lab does not run without Chromium’s sandbox (--no-sandbox). In an AppImage this means that your system does not let it make one: install the deb, which brings what the system asks for.'

app.enableSandbox()
// as in the shortcuts of the installer: else the taskbar shows the running window beside the pinned one
if (process.platform === 'win32') app.setAppUserModelId('io.github.twenty48-lab')
registerScheme()
const home = chooseHome()
const opened = new Opened()

if (lacksSandbox())
  void app.whenReady().then(() => {
    dialog.showErrorBox(app.getName(), NO_SANDBOX)
    app.exit(2)
  })
else if (!app.requestSingleInstanceLock()) app.quit()
else {
  opened.addArguments(process.argv.slice(1), process.cwd())
  app.on('open-file', (event, path) => {
    event.preventDefault()
    opened.addFile(path)
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    opened.addLink(url)
  })
  app.on('second-instance', (_, args, folder) => {
    opened.addArguments(args.slice(1), folder)
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  // Electron becomes ready only after this module has run to its end, so this is not awaited
  const lab = openLab({
    host: 'window',
    program: 'the window of the lab',
    place: () => placeOfData(home.flag, process.env, home.usual),
    env: process.env,
    showFolder,
    choosePath,
  })
  void app.whenReady().then(async () => start(await lab))
}

/** The data folder: `--home`, else LAB_HOME, else the system's default folder; or the folder that the data were moved to. */
function chooseHome(): { readonly flag: string | undefined; readonly usual: string } {
  const { home } = readArguments(process.argv.slice(1))
  if (home !== undefined && typeof home !== 'string') return refuse('--home needs a folder: --home FOLDER')
  const usual = windowHome(app.getPath('userData'), process.env)
  try {
    const named = namedHome(home, process.env)
    if (named !== undefined) app.setPath('userData', named)
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    refuse(error.message)
  }
  try {
    app.setPath('userData', placeOfData(home, process.env, usual).folder)
  } catch (error) {
    if (!(error instanceof LabError)) throw error // the window shows the error, and the app saves nothing
  }
  return { flag: home, usual }
}

async function showFolder(folder: string): Promise<void> {
  const problem = await shell.openPath(folder)
  if (problem !== '') throw new LabError('BAD_FILE', `${folder} cannot be shown: ${problem}`)
}

/** Shows the dialog above the window that requests it, if there is one. */
async function choosePath(purpose: PathPurpose, title: string, start: string): Promise<string | undefined> {
  const filters = [{ name: 'SQLite', extensions: ['db'] }]
  const window = BrowserWindow.getAllWindows()[0]
  if (purpose === 'backUp') {
    const options = { title, filters, defaultPath: join(dirname(start), '2048-lab.db') }
    const { filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options))
    return filePath ? withEnding(filePath, '.db') : undefined
  }
  const options: OpenDialogOptions = {
    title,
    defaultPath: purpose === 'restore' ? join(start, 'backups') : dirname(start),
    ...(purpose === 'restore' ? { filters, properties: ['openFile'] } : { properties: ['openDirectory', 'createDirectory'] }),
  }
  const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return filePaths[0]
}

/** Whether a package is to run without Chromium's sandbox. Only root may, whom Chromium gives none; this says so then. */
function lacksSandbox(): boolean {
  if (!app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) return false
  if (process.getuid?.() !== 0) return true
  console.error('As root, the window runs without Chromium’s sandbox (--no-sandbox).')
  return false
}

/** Adds the ending to a name that the user types, because not every system does. */
function withEnding(path: string, ending: string): string {
  return path.endsWith(ending) ? path : path + ending
}

function refuse(message: string): never {
  dialog.showErrorBox(app.getName(), message) // on standard error until the app is ready
  process.exit(2)
}

function start(lab: OpenedLab): void {
  try {
    openWindow(lab, opened)
  } catch (error) {
    dialog.showErrorBox(app.getName(), (error as Error).message)
    app.exit(1)
    return
  }
  app.on('window-all-closed', () => app.quit())
  let isEnding = false
  // the threads end before the process does
  app.on('will-quit', event => {
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    opened.takeArguments() // the user closed the window while it waited
    lab.close().then(
      unstored => {
        if (unstored) console.error(unstoredText(unstored)) // the next start reports it in its window
        exit(unstored ? 1 : 0)
      },
      (error: unknown) => {
        console.error(error)
        exit(1)
      },
    )
  })
}

/** Starts the lab again for what was opened while it ended. */
function exit(code: number): void {
  const late = opened.takeArguments()
  if (late.length > 0) {
    const { options } = readArguments(process.argv.slice(1))
    const args = [...(app.isPackaged ? [] : [app.getAppPath()]), ...options, '--', ...late]
    // the program in an AppImage goes when this process does
    app.relaunch({ args, ...(process.env['APPIMAGE'] && { execPath: process.env['APPIMAGE'] }) })
  }
  app.exit(code)
}
