/** Which of Chromium's tabs ("targets") is which window. */
import { shim } from './state.mjs'

/** Session ids by target, and who waits for one. */
const sessions = new Map()
const waiting = new Map()
/** Windows opened by URL, whose target is not known before it arrives (headed mode). */
const expected = new Map()

/** Attaches to every tab from now on, before its first script runs. */
export async function followTargets() {
  const { browser } = shim
  browser.onEvent((method, params, sessionId) => {
    if (method === 'Target.attachedToTarget') attached(params)
    else if (method === 'Target.targetDestroyed') windowOf(params.targetId)?.vanish()
    else if (sessionId) windowWith(sessionId)?.webContents.onProtocolEvent(method, params)
  })
  await browser.send('Target.setDiscoverTargets', { discover: true })
  await browser.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
}

/**
 * Opens a tab (or, headed, a window of its own) for a BrowserWindow.
 *
 * @returns its target and session; it waits, empty, for `Runtime.runIfWaitingForDebugger`
 */
export async function openTarget(id, bounds) {
  const { browser, headed } = shim
  const url = headed ? `data:text/html,<!--electron-shim-${id}-->` : `about:blank#electron-shim-${id}`
  const targetId = headed ? await openHeaded(url, bounds) : await openHeadless(url, bounds)
  const sessionId = sessions.get(targetId) ?? (await new Promise(resolve => waiting.set(targetId, resolve)))
  if (!headed)
    await browser.send('Emulation.setDeviceMetricsOverride', { ...size(bounds), deviceScaleFactor: 1, mobile: false }, sessionId)
  return { targetId, sessionId }
}

async function openHeadless(url, bounds) {
  const { targetId } = await shim.browser.send('Target.createTarget', { url, newWindow: true, ...size(bounds) })
  return targetId
}

function openHeaded(url, bounds) {
  const arrived = new Promise(resolve => expected.set(url, resolve))
  shim.browser.openAppWindow(url, bounds)
  return arrived
}

function attached({ targetInfo, sessionId }) {
  const { targetId, openerId, type, url } = targetInfo
  sessions.set(targetId, sessionId)
  if (openerId && windowOf(openerId)) return void refusePopup(targetId, sessionId)
  expected.get(url)?.(targetId)
  expected.delete(url)
  waiting.get(targetId)?.(sessionId)
  waiting.delete(targetId)
  const isOurs = type === 'page' && shim.windows.size > 0
  if (!isOurs) shim.browser.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => undefined) // may be gone already
}

/**
 * A window opened by a page: setWindowOpenHandler was asked, and whatever it said, the stand-in has no second window to give.
 * It shares its thread with the page that opened it: left waiting for the debugger, it would hold up both.
 */
async function refusePopup(targetId, sessionId) {
  try {
    await shim.browser.send('Runtime.runIfWaitingForDebugger', {}, sessionId)
    await shim.browser.send('Target.closeTarget', { targetId })
  } catch (error) {
    if (!shim.quitting) console.error('electron-shim: a popup could not be closed', error)
  }
}

const windowOf = targetId => [...shim.windows].find(window => window.targetId === targetId)
const windowWith = sessionId => [...shim.windows].find(window => window.webContents.sessionId === sessionId)
const size = ({ width, height }) => ({ width, height })
