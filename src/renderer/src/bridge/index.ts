import { shallowRef } from 'vue'
import type { LabBridge } from '../../../core/contract/calls'
import { SOCKET_PATH } from '../../../core/contract/admission'
import { readCredentials } from './admission'
import { createLab, type Lab } from './lab'
import { createWebBridge, type Away } from './web'

export { labKey, useLab, type Lab } from './lab'
export type { Away } from './web'

declare global {
  interface Window {
    /** What the preload script exposes; absent in a browser. */
    readonly lab?: LabBridge
  }
}

/** Connects to the lab of the host: over the window's bridge, or in a browser over a WebSocket to the page's origin. */
export function connectLab(): Lab {
  if (window.lab) return createLab(window.lab)
  const connected = shallowRef(false)
  const away = shallowRef<Away>()
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${SOCKET_PATH}`
  // a fresh address typed into this tab changes only the fragment
  addEventListener('hashchange', () => location.reload())
  const bridge = createWebBridge(
    () => new WebSocket(url),
    readCredentials(),
    up => (connected.value = up),
    why => (away.value = why),
  )
  return createLab(bridge, connected, away)
}
