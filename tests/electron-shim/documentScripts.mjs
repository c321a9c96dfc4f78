/** The two scripts that run in a page before its own: one in the page's world, one in the preload's. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createCodec } from './codec.mjs'
import { guardClipboard } from './page/clipboard.mjs'
import { joinWorlds } from './page/contextBridge.mjs'
import { createIpcRenderer } from './page/ipcRenderer.mjs'
import { runPreload } from './page/preload.mjs'

export const ISOLATED_WORLD = 'Electron Isolated Context'
/** Name of the function through which the preload's world reaches this process. */
export const SEND_BINDING = 'electronShimSend'

/** What a person does in the page, as the DOM and as Electron's `input-event` have it. */
const INPUT_EVENTS = [
  ['mousedown', 'mouseDown'],
  ['mouseup', 'mouseUp'],
  ['keydown', 'rawKeyDown'],
]

/** @param preload path of the window's preload script, if it has one */
export function documentScripts(preload) {
  // the page must not be able to guess the name of the events between the worlds
  const key = JSON.stringify(randomUUID())
  return {
    main: topFrameOnly(`(${joinWorlds})('main', ${key});(${guardClipboard})('main', ${key})`),
    isolated: topFrameOnly(`
      const contextBridge = (${joinWorlds})('isolated', ${key})
      const send = message => globalThis.${SEND_BINDING}(JSON.stringify(message))
      const { ipcRenderer, receive } = (${createIpcRenderer})((${createCodec})(), send)
      const decisions = []
      globalThis.electronShimReceive = message =>
        message.type === 'permission' ? decisions.shift()(message.granted) : receive(message);
      (${guardClipboard})('isolated', ${key}, permission => {
        send({ type: 'permission', permission })
        return new Promise(decided => decisions.push(decided))
      })
      for (const [name, type] of ${JSON.stringify(INPUT_EVENTS)})
        window.addEventListener(name, ({ isTrusted }) => isTrusted && send({ type: 'input', input: { type } }), true);
      ${preload ? runScript(preload) : ''}`),
  }
}

/** The script is the body of a function whose parameters are what Node's module wrapper would give it. */
function runScript(path) {
  const process = {
    platform: globalThis.process.platform,
    arch: globalThis.process.arch,
    versions: { ...globalThis.process.versions },
  }
  return `(${runPreload})(
    ${JSON.stringify(path)},
    function (require, module, exports, process) {${readFileSync(path, 'utf8')}\n},
    { contextBridge, ipcRenderer },
    ${JSON.stringify(process)},
    send)`
}

const topFrameOnly = source => `if (window === window.top) {${source}\n}`
