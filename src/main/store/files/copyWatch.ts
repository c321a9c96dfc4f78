import { LabError } from '../../../core/errors'

/** Progress and cancellation of a copy. */
export interface CopyWatch {
  /** Receives the copied bytes and the total. */
  readonly onProgress?: ((copied: number, total: number) => void) | undefined
  /** Receives the bytes of a further piece of the data's other files. */
  readonly onPacked?: ((bytes: number) => void) | undefined
  /** Checked after each mebibyte, and before the copy replaces anything. */
  readonly isUnwanted?: (() => boolean) | undefined
}

/** @throws {LabError} `CANCELLED` */
export function checkWanted({ isUnwanted }: CopyWatch): void {
  if (isUnwanted?.()) throw new LabError('CANCELLED', 'The copy was given up; what it had written is removed.')
}
