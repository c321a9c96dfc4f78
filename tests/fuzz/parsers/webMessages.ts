import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import { CALLS, type WebMessage } from '../../../src/core/contract/calls'
import { checkedCalls } from '../../../src/main/hosts/dispatch'
import { WebClient } from '../../../src/main/hosts/web/client'
import { createServedLab } from '../../support/servedLab'
import { harness } from '../support/harness'
import { hostileJson, hostileText } from '../support/hostile'
import { mutatedJsonText } from '../support/jsonText'

const request = fc
  .record(
    { id: fc.nat(1_000), call: fc.oneof(fc.constantFrom(...Object.keys(CALLS)), hostileText), arg: hostileJson },
    { requiredKeys: ['id', 'call'] },
  )
  .map(each => {
    try {
      return JSON.stringify(each)
    } catch {
      return `{"id":1,"call":"newGame","arg":{"seed":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
    }
  })

const good = fc.constantFrom(
  ...['{"id":1,"call":"hello"}', '{"id":2,"call":"newGame","arg":{"seed":5}}', '{"id":3,"call":"undo","arg":{"slides":1}}'],
)

/** The side of a socket that a client of ours touches. */
class Line extends EventEmitter {
  readonly readyState = WebSocket.OPEN
  readonly bufferedAmount = 0
  readonly sent: string[] = []
  closedWith: number | undefined
  send(text: string): void {
    this.sent.push(text)
  }
  close(code: number): void {
    this.closedWith = code
  }
  terminate(): void {
    this.closedWith = 0
  }
}

export const webMessages = harness({
  name: 'messages of a web page',
  inputs: mutatedJsonText(fc.oneof(request, good)),
  examine: async (text: string) => {
    const bugs: unknown[] = []
    const line = new Line()
    const served = createServedLab()
    // its answers are made up; what a message may bring into a handler is what counts here
    const handlers = new Proxy(served.handlers, { get: () => async () => null })
    new WebClient(
      line as unknown as WebSocket,
      checkedCalls(handlers, problem => bugs.push(problem)),
    )
    line.emit('message', Buffer.from(text), false)
    for (let i = 0; i < 10 && line.sent.length === 0 && line.closedWith === undefined; i++) await Promise.resolve()
    if (bugs.length > 0) throw bugs[0]
    if (line.closedWith === 1007 && line.sent.length === 0) return 'closed with 1007'
    if (line.sent.length !== 1) throw new Error(`${line.sent.length} answers, closed with ${line.closedWith}`)
    const { reply } = JSON.parse(line.sent[0]!) as Extract<WebMessage, { reply: unknown }>
    return reply.ok ? 'read' : reply.error.code
  },
})
