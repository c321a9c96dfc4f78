import type { Term } from '../words/glossary'

/** A column of a `FigureTable`. */
export interface FigureColumn<R> {
  readonly name: string
  /** The entry of the glossary that explains it. */
  readonly term?: Term
  /** The text of a row's cell; '' for none. */
  readonly text: (row: R) => string | number
  readonly titleOf?: (row: R) => string | undefined
  /** Whether it is left out where no row has a text. */
  readonly isSparse?: true
  /** Whether a slot draws its cells. */
  readonly isMarked?: true
}
