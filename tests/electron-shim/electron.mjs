/** What `import … from 'electron'` finds in the main process. */
export { app } from './app.mjs'
export { BrowserWindow, webContents } from './browserWindow.mjs'
export { clipboard, dialog, Menu, MenuItem, nativeTheme, screen, session, shell } from './desktop.mjs'
export { ipcMain } from './ipcMain.mjs'
export { net, protocol } from './protocol.mjs'
/** All of it again, for `import electron from 'electron'` and for `require`. */
export * as default from './electron.mjs'
