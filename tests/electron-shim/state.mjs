/** What the parts of the stand-in share. One process is one app, so plain module state is the right size. */
export const shim = {
  /** Chromium; undefined until it has started. */
  browser: undefined,
  ready: false,
  quitting: false,
  headed: process.env.ELECTRON_SHIM_HEADED === '1',
  /** Switches for Chromium: those of the command line, and those that the app asked for before it was ready. */
  switches: [],
  /** Every BrowserWindow that is not destroyed, oldest first. */
  windows: new Set(),
}
