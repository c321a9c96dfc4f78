/** What a page asks of the network: navigations may be refused, own schemes are answered by the app. */
import { fromBrowserUrl, handlerOf } from './protocol.mjs'
import { shim } from './state.mjs'

/** @param paused the parameters of `Fetch.requestPaused` */
export async function answerRequest(contents, paused) {
  const reply = (method, params) =>
    shim.browser.send(`Fetch.${method}`, { requestId: paused.requestId, ...params }, contents.sessionId)
  try {
    if (refusesNavigation(contents, paused)) return await reply('failRequest', { errorReason: 'Aborted' })
    const { url } = paused.request
    if (url.endsWith('/favicon.ico')) return await reply('failRequest', { errorReason: 'Aborted' }) // Electron asks for none
    if (fromBrowserUrl(url) === url) return await reply('continueRequest')
    return await reply('fulfillRequest', await answerOfTheApp(paused.request))
  } catch (error) {
    if (contents.isDestroyed()) return // the answer came too late to matter
    console.error(`electron-shim: ${paused.request.url}`, error)
    await reply('failRequest', { errorReason: 'Failed' }).catch(() => undefined)
  }
}

function refusesNavigation(contents, { request, resourceType, frameId }) {
  const isNavigation = resourceType === 'Document' && frameId === contents.frameId
  if (!isNavigation || request.url.replace(/#.*/, '') === contents.ownUrl) return false
  let refused = false
  const url = fromBrowserUrl(request.url)
  contents.emit('will-navigate', { url, isMainFrame: true, preventDefault: () => (refused = true) }, url)
  return refused
}

async function answerOfTheApp({ url, method, headers, postData }) {
  const ownUrl = fromBrowserUrl(url)
  const handler = handlerOf(ownUrl)
  if (!handler) throw new Error(`no protocol handler for ${ownUrl}`)
  const response = await handler(new Request(ownUrl, { method, headers, ...(postData !== undefined && { body: postData }) }))
  return {
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  }
}
