/** What whoever holds the table can ask of it. */
export interface TableHandle {
  /** Rows of a page. */
  page(): number
  focus(): void
  /** Brings a row into sight. */
  show(index: number): void
  /** Moves what is shown by so many rows, after rows came or went above it. */
  scrollBy(rows: number): Promise<void>
  toTop(): void
  /** The first row that is wholly in sight. */
  first(): number
}
