/** Handles the first message on a page's WebSocket, which decides if the page is admitted. */
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { CLOSED, MAX_ADMISSION_BYTES, type Admission } from '../../../core/contract/admission'
import { parseShape } from '../../../core/contract/shapes'
import { LabError } from '../../../core/errors'
import { sayGoodbye } from './client'
import type { WebKeys } from './secrets'

/** Time limit for a page's first message. */
const ADMISSION_MS = 10_000

const keyShape = z.string().max(100)
const admissionShape: z.ZodType<Admission> = z.union([z.strictObject({ nonce: keyShape }), z.strictObject({ secret: keyShape })])

/** Calls `enter` once, when the page has shown a valid key. Otherwise it ends the connection. */
export function admit(socket: WebSocket, keys: WebKeys, enter: () => void): void {
  const tooLate = setTimeout(() => socket.terminate(), ADMISSION_MS)
  socket.on('close', () => clearTimeout(tooLate))
  // ws has closed or is closing the connection, with the right code; there is nothing left to do
  socket.on('error', () => undefined)
  socket.once('message', (data, isBinary) => {
    clearTimeout(tooLate)
    const shown = isBinary ? undefined : read(data as Buffer)
    if (!shown) return sayGoodbye(socket, CLOSED.badData, 'not an admission: {"nonce"} or {"secret"} in JSON is')
    const admitted = keys.admit(shown)
    if (admitted === 'wrong') return sayGoodbye(socket, CLOSED.refused, 'unknown, used or too old')
    if (admitted === 'tooMany') return sayGoodbye(socket, CLOSED.tryLater, 'too many wrong tries')
    socket.send(JSON.stringify(admitted))
    enter()
  })
}

function read(data: Buffer): Admission | undefined {
  if (data.length > MAX_ADMISSION_BYTES) return undefined
  try {
    return parseShape(admissionShape, JSON.parse(data.toString()), 'admission')
  } catch (error) {
    if (error instanceof LabError || error instanceof SyntaxError) return undefined
    throw error
  }
}
