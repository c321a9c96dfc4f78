/** What `import … from 'electron'` finds in the main process. */
import { app } from './app.mjs'
import { BrowserWindow, webContents } from './browserWindow.mjs'
import { clipboard, dialog, Menu, MenuItem, nativeTheme, screen, session, shell } from './desktop.mjs'
import { ipcMain } from './ipcMain.mjs'
import { net, protocol } from './protocol.mjs'

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeTheme,
  net,
  protocol,
  screen,
  session,
  shell,
  webContents,
}

export default {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeTheme,
  net,
  protocol,
  screen,
  session,
  shell,
  webContents,
}
