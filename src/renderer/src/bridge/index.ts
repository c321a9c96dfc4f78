import { shallowRef } from 'vue'
import type { LabBridge } from '../../../core/contract/calls'
import { createLab, type Lab } from './lab'
import { createWebBridge } from './web'

export { labKey, useLab, type Lab } from './lab'

declare global {
  interface Window {
    /** What the preload script exposes; absent in a browser. */
    readonly lab?: LabBridge
  }
}

/** The lab of whatever host opened this page: the window's bridge, or in a browser a WebSocket to where the page came from. */
export function connectLab(): Lab {
  if (window.lab) return createLab(window.lab)
  forgetToken()
  const connected = shallowRef(false)
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/lab`
  return createLab(
    createWebBridge(
      () => new WebSocket(url),
      up => (connected.value = up),
    ),
    connected,
  )
}

/** The cookie carries it from here on: out of the address bar, bookmarks and screenshots. */
function forgetToken(): void {
  history.replaceState(undefined, '', location.pathname)
}
