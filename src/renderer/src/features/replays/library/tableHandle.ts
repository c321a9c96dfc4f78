/** The methods of the table for its owner. */
export interface TableHandle {
  /** Rows per page. */
  page(): number
  focus(): void
  /** Scrolls a row into view. */
  show(index: number): void
  /** Scrolls by this number of rows, after rows were added or removed above. */
  scrollBy(rows: number): Promise<void>
  toTop(): void
  /** The first fully visible row. */
  first(): number
}
