/** The lab's window: a page without Node, from its own scheme, that cannot navigate away. */
import { openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  protocol,
  screen,
  session,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron'
import { labCommand } from '../../../core/labCommand'
import { INSTALLATION, labProgram } from '../../installation'
import type { ServedLab } from '../dispatch'
import { BUILT_PAGE, listPage, PAGE_HEADERS } from '../page'
import type { Opened } from './openedFiles'
import { loopbackUrl, Permissions } from './permissions'
import { pushEvents, serveCalls } from './ipc'
import { MIN_SIZE, readWindowState, writeWindowState } from './windowState'

const SCHEME = 'app'
const PAGE_ROOT = `${SCHEME}://lab/`

/** The system names items with a role, in its language. */
const LABELS = { file: '&File', open: '&Open files …', edit: '&Edit', view: '&View', window: '&Window' }

/** A page that crashes again this soon is not reloaded. */
const CRASH_LOOP_MS = 30_000

/** That page has no policy, because vite inlines its styles. The built lab ignores the environment here. */
const developmentUrl = __DEVELOPMENT__ ? loopbackUrl(process.env['ELECTRON_RENDERER_URL']) : undefined

/** Must be called before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }])
}

/** Opens the one window of this program, and answers its page. Must be called once, when the app is ready. */
export function openWindow(served: ServedLab, opened: Opened): BrowserWindow {
  const lab = opened.servedBy(served)
  if (!developmentUrl) servePage(opened)
  serveCalls(ipcMain, lab, isOurs, console.error)

  const stateFile = join(app.getPath('userData'), 'window.json')
  const state = readWindowState(
    stateFile,
    screen.getAllDisplays().map(display => display.workArea),
  )
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    autoHideMenuBar: true,
    title: app.getName(),
    webPreferences: {
      preload: join(INSTALLATION, 'out', 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: developmentUrl !== undefined,
    },
  })
  setMenu({ development: developmentUrl !== undefined, open: () => void openFiles(window, opened).catch(console.error) })
  if (state.maximised) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => remember(stateFile, window))

  refuseNavigation(window.webContents)
  limitPermissions(window.webContents)
  reviveCrashed(window)
  const unsubscribe = pushEvents(window.webContents, lab)
  window.on('closed', unsubscribe)
  // a page that fails to load shows that itself; this promise has no more information
  window.loadURL(developmentUrl ?? PAGE_ROOT).catch(console.error)
  return window
}

function servePage(opened: Opened): void {
  const files = listPage(BUILT_PAGE)
  protocol.handle(SCHEME, async request => {
    const { host, pathname } = new URL(request.url)
    if (host !== 'lab') return notFound()
    const file = files.get(pathname)
    if (file) return new Response(await readFile(file.path), { headers: { ...PAGE_HEADERS, 'content-type': file.type } })
    const path = opened.fileAt(pathname)
    if (path === undefined) return notFound()
    try {
      return new Response(await openAsBlob(path), { headers: { ...PAGE_HEADERS, 'content-type': 'application/octet-stream' } })
    } catch {
      return notFound() // gone, or not readable any more
    }
  })
}

function notFound(): Response {
  return new Response('There is nothing here.', { status: 404, headers: PAGE_HEADERS })
}

function isOurs(url: string): boolean {
  return url.startsWith(developmentUrl ? new URL('/', developmentUrl).href : PAGE_ROOT)
}

function limitPermissions(contents: WebContents): void {
  const permissions = new Permissions(isOurs, () => performance.now())
  contents.on('input-event', (_, { type }) => permissions.onInput(type))
  session.defaultSession.setPermissionRequestHandler((asking, permission, decide, { requestingUrl, isMainFrame }) =>
    decide(permissions.allows(permission, { isOurWindow: asking === contents, isMainFrame, url: requestingUrl })),
  )
  session.defaultSession.setPermissionCheckHandler((asking, permission, origin, { requestingUrl = origin, isMainFrame }) =>
    permissions.allows(permission, { isOurWindow: asking === contents, isMainFrame, url: requestingUrl }),
  )
}

/** No link, drop, script or frame navigates elsewhere, and nothing opens a second window. Reloading is allowed. */
function refuseNavigation(contents: WebContents): void {
  contents.on('will-navigate', event => {
    if (event.url !== contents.getURL()) event.preventDefault()
  })
  contents.on('will-frame-navigate', event => {
    if (!event.isMainFrame) event.preventDefault()
  })
  contents.on('will-redirect', event => event.preventDefault())
  contents.on('will-attach-webview', event => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** The game is not in the page, so a crashed page continues where it was. */
function reviveCrashed(window: BrowserWindow): void {
  let lastCrash = -Infinity
  window.webContents.on('render-process-gone', (_, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    console.error(`The page died: ${reason} (${exitCode})`)
    const since = performance.now() - lastCrash
    lastCrash = performance.now()
    if (since > CRASH_LOOP_MS) return window.webContents.reload()
    dialog.showErrorBox(
      app.getName(),
      `The page of the window keeps failing (${reason}). Start the lab again, or show it in a browser: ${labCommand(labProgram(process.env), 'serve')}`,
    )
    window.destroy()
  })
}

function remember(file: string, window: BrowserWindow): void {
  try {
    writeWindowState(file, { bounds: window.getNormalBounds(), maximised: window.isMaximized() })
  } catch (error) {
    console.error('The place of the window could not be remembered:', error) // a full disk must not prevent it from closing
  }
}

/** Opens the files that the user chooses as if the system had opened them. */
async function openFiles(window: BrowserWindow, opened: Opened): Promise<void> {
  const { filePaths } = await dialog.showOpenDialog(window, { properties: ['openFile', 'multiSelections'] })
  for (const path of filePaths) opened.addFile(path)
}

/** The items that the platform expects: opening, quitting, the clipboard in text fields, zoom. The lab's own commands are in its page. */
function setMenu({ development, open }: { development: boolean; open: () => void }): void {
  const developer: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  const menus: MenuItemConstructorOptions[] = [
    {
      label: LABELS.file,
      // the page has the key
      submenu: [
        { label: LABELS.open, accelerator: 'CmdOrCtrl+O', registerAccelerator: false, click: open },
        { role: process.platform === 'darwin' ? 'close' : 'quit' },
      ],
    },
    {
      label: LABELS.edit,
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: LABELS.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(development ? developer : []),
      ],
    },
    { label: LABELS.window, submenu: [{ role: 'minimize' }, { role: 'close' }] },
  ]
  if (process.platform === 'darwin') menus.unshift({ role: 'appMenu' })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menus))
}
