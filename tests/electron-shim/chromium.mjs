import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser that draws the windows: `ELECTRON_SHIM_CHROMIUM`, or the system's; `undefined` when there is none. */
export function findChromium() {
  return [process.env['ELECTRON_SHIM_CHROMIUM'], ...PLACES].find(place => place && existsSync(place))
}
