import { LabError } from '../../../core/errors'

/** How far a copy is, and whether it is still wanted. */
export interface CopyWatch {
  /** Hears how many bytes are copied, of how many. */
  readonly onProgress?: ((copied: number, total: number) => void) | undefined
  /** Asked after each mebibyte, and before anything is put in its place. */
  readonly isUnwanted?: (() => boolean) | undefined
}

/** @throws {LabError} `CANCELLED` */
export function checkWanted({ isUnwanted }: CopyWatch): void {
  if (isUnwanted?.()) throw new LabError('CANCELLED', 'The copy was given up; what it had written is removed.')
}
