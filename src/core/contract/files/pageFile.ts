/** Where a web page that plays 2048 shows its board: the selector file of `lab remote --selectors`, described in docs/remote.md. */
import { lineShape } from '../texts'
import { z } from '../zod'
import { headFields, parseJson, readFields, type Fields } from './json'

export const PAGE_VERSION = 1
const PAGE_FORMAT = '2048-lab-page'
/** Largest file that is read, in characters. */
export const MAX_PAGE_CHARS = 20_000

const selectorShape = z.string().min(1).max(500)
const patternShape = z
  .string()
  .min(1)
  .max(200)
  .superRefine((pattern, context) => {
    try {
      if (new RegExp(`${pattern}|`).exec('')!.length < 2)
        context.addIssue({ code: 'custom', message: 'it has no group (\\d+) for the number' })
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
    }
  })

/** Where an element has a number: in a class, in an attribute, or in its text. */
const numberShape = z.union([
  z.strictObject({ class: patternShape.describe('A regular expression for one whole class; its first group is the number.') }),
  z.strictObject({
    attribute: z.string().min(1).max(100),
    pattern: patternShape.exactOptional().describe('A regular expression for the whole attribute; absent: it is the number.'),
  }),
  z.strictObject({ text: z.literal(true) }),
])

const FIELDS = {
  ...headFields(PAGE_FORMAT, PAGE_VERSION),
  name: lineShape(80).describe('Shown to people.'),
  tiles: selectorShape.exactOptional().describe('One element per tile, which says itself where it stands. Or `cells`.'),
  row: numberShape.exactOptional().describe('Of each tile.'),
  column: numberShape.exactOptional().describe('Of each tile.'),
  first: z
    .union([z.literal(0), z.literal(1)])
    .exactOptional()
    .describe('Number of the first row and column; absent: 1.'),
  cells: selectorShape.exactOptional().describe('16 elements row by row, empty ones too. Or `tiles`.'),
  value: numberShape.describe('Of each tile or cell: its face value; none or 0 is an empty cell.'),
  score: selectorShape.exactOptional().describe('An element whose text begins with the score.'),
  won: selectorShape.exactOptional().describe('On the screen while the message of 2048 covers the board.'),
  keepPlaying: selectorShape.exactOptional().describe('Clicked while `won` is on the screen.'),
  over: selectorShape.exactOptional().describe('On the screen when the game is over.'),
  restart: selectorShape.exactOptional().describe('Clicked to begin a new game, on your request.'),
  savedState: z
    .string()
    .min(1)
    .max(200)
    .exactOptional()
    .describe('Key of the page’s localStorage under which it saves its game as the original does.'),
}

export const pageFileShape = z.strictObject(FIELDS).superRefine((file, context) => {
  const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if ((file.tiles === undefined) === (file.cells === undefined))
    issue('tiles', 'give either "tiles", elements that say where they stand, or "cells", 16 elements row by row')
  for (const field of ['row', 'column'] as const)
    if (file.tiles !== undefined && file[field] === undefined) issue(field, 'is missing: "tiles" need their rows and columns')
  if (file.keepPlaying !== undefined && file.won === undefined) issue('won', 'is missing: it says when to click "keepPlaying"')
})

/** What of a page shows its game, as CSS selectors. */
export type PageSelectors = Fields<z.infer<typeof pageFileShape>>

/** @throws {LabError} `BAD_FILE`, naming the file and the field or the place in its JSON. */
export function parsePageFile(text: string, fileName: string): PageSelectors {
  return readFields(pageFileShape, parseJson(text, fileName, MAX_PAGE_CHARS), fileName)
}
