import { Menu, type MenuItemConstructorOptions } from 'electron'

/** The system names items with a role, in its language. */
const LABELS = { file: '&File', edit: '&Edit', view: '&View', window: '&Window' }

/** The items that the platform expects: quitting, the clipboard in text fields, zoom. The lab's own commands are in its page. */
export function setMenu({ development }: { development: boolean }): void {
  const developer: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  const menus: MenuItemConstructorOptions[] = [
    { label: LABELS.file, submenu: [{ role: 'quit' }] },
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
  if (process.platform === 'darwin') menus[0] = { role: 'appMenu' }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menus))
}
