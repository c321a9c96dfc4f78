import { abridged } from './quoted'

/** Codes of the failures that the lab reports on purpose. Any other error is a bug and keeps its stack. */
export type LabErrorCode =
  | 'BAD_POSITION' // text or data that is not a 4×4 board
  | 'BAD_SETTING' // an evaluator, a search setting or a limit outside its range
  | 'BAD_FILE' // a file that is missing, unreadable or of the wrong format
  | 'BAD_REQUEST' // a call whose argument fails its check at the process boundary
  | 'NOT_FOUND' // an unknown name
  | 'ILLEGAL_MOVE' // a move that changes nothing on the board
  | 'CANCELLED' // the caller requested the stop; never shown as a failure
  | 'KERNEL_BROKEN' // the search kernel is missing, damaged or of another build
  | 'WORKER_LOST' // a thread died while it ran a job
  | 'BAD_STORE' // the data file is damaged, not a file of the lab, of another version or unreachable; it is left unchanged
  | 'ROWS_SET_ASIDE' // damaged rows of the data were left out; everything else works
  | 'STORE_LOCKED' // another program writes in this data folder
  | 'STORE_FULL' // no room for a write; what was stored before is intact
  | 'BAD_PAGE' // a web page that is played on, or its browser, cannot be reached or shows what the rules do not allow
  | 'NAME_TAKEN' // the name is taken
  | 'DISCONNECTED' // the window lost the process that serves it
  | 'INTERNAL' // a bug on the other side of a boundary; its stack is in that side's log

/** Longest message that crosses a boundary, in characters. */
const MOST_MESSAGE = 1_000

/** The plain form of an error, which survives structured clone and JSON; a class does not. */
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

/** Ends a `switch` over a union: an unhandled member is a compile error. */
export function unreachable(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`)
}
