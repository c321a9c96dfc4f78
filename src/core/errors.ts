import { abridged } from './quoted'

/** Every failure the laboratory reports on purpose. Anything else is a bug and keeps its stack. */
export type LabErrorCode =
  | 'BAD_POSITION' // text or data that is not a 4×4 board
  | 'BAD_SETTING' // an evaluator, a search setting or a limit outside its range
  | 'BAD_FILE' // a file that is missing, unreadable or not what it should be
  | 'BAD_REQUEST' // a call whose argument fails its check at the process boundary
  | 'NOT_FOUND' // a name nothing goes by
  | 'ILLEGAL_MOVE' // a slide that moves nothing
  | 'CANCELLED' // the caller asked for the stop; never shown as a failure
  | 'KERNEL_BROKEN' // the search kernel is missing, damaged or of another build
  | 'WORKER_LOST' // a thread died with a job in hand
  | 'BAD_STORE' // the data file is damaged, not ours, of another version or out of reach; it is left as it is
  | 'ROWS_SET_ASIDE' // damaged rows of the data were left out; everything else works
  | 'STORE_LOCKED' // another program writes in this data folder
  | 'STORE_FULL' // no room for a write; what was stored before is intact
  | 'BAD_PAGE' // a web page that is played on, or its browser, cannot be reached or shows what the rules do not allow
  | 'NAME_TAKEN' // something else goes by this name
  | 'DISCONNECTED' // the window lost the process that serves it
  | 'INTERNAL' // a bug on the other side of a boundary; its stack is in that side's log

/** Longest message that crosses a boundary, in characters. */
const MOST_MESSAGE = 1_000

/** The plain form that survives structured clone and JSON; classes do not. */
export interface LabErrorData {
  readonly code: LabErrorCode
  readonly message: string
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}

export class LabError extends Error {
  override readonly name = 'LabError'

  constructor(
    readonly code: LabErrorCode,
    message: string,
    readonly detail?: LabErrorData['detail'],
    options?: ErrorOptions,
  ) {
    super(message, options)
  }

  toData(): LabErrorData {
    const { code, detail } = this
    const message = abridged(this.message, MOST_MESSAGE)
    return detail ? { code, message, detail } : { code, message }
  }

  static fromData({ code, message, detail }: LabErrorData): LabError {
    return new LabError(code, message, detail)
  }
}

/** Ends a `switch` over a union: a new member that nobody handles is a compile error. */
export function unreachable(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`)
}
