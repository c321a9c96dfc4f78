/**
 * Cells of a board as programs, spreadsheets and terminals write them: lists and nested lists, tables with tabs, commas, semicolons
 * or bars, drawn frames. Brackets and frames only separate; between tabs, commas or bars, an empty field is an empty cell.
 */
import { CELLS, SIDE } from './board'

const FRAME = /[\u2500-\u257F]/g
const UPRIGHT = /[│┃║┆┇┊┋╎╏]/
/** A line of a frame, or the one below the head of a table. */
const RULE = /^(?=.*(?:--|==))[\s|:+=-]+$/
const OPEN = /[[({<⟨]/g
const CLOSE = /[\])}>⟩][ \t]*[,;]?/g
const EMPTY_WORD = /^(?:[._-]|null|none|nil|nan)?$/i
/** What languages write before or after a list. */
const LANGUAGE = /\b(?:(?:np|numpy)\.)?(?:array|matrix|tensor)(?=\()|,\s*dtype=[\w.]+/gi
/** A number with separators of thousands, as a spreadsheet writes it: 1,024 or 65 536. */
const GROUPED = /^\d{1,3}(?:[.,'’\s]\d{3})+$/
const QUOTED_GROUPED = /"(\d{1,3}(?:[.,'’\s]\d{3})+)"/g

const CHARACTERS = /^[\s\dA-H.,;|/_+:='’"[\](){}<>⟨⟩\u2500-\u257F-]*$/i

/** Whether a text has a position's characters alone, and at least a cell. Quick, and no check. */
export function looksLikeCells(text: string): boolean {
  const cells = text.replaceAll(LANGUAGE, '').replaceAll(/\b(?:null|none|nil|nan)\b|\uFEFF/gi, '0')
  return CHARACTERS.test(cells) && /[\dA-H._]/i.test(cells)
}

/** The words of the cells in their order, `0` for an empty one. What is no number stays as it is written. */
export function readCells(text: string): string[] {
  const isList = text.search(OPEN) >= 0
  return text
    .replaceAll(LANGUAGE, '')
    .replaceAll(FRAME, line => (UPRIGHT.test(line) ? '|' : '-'))
    .replaceAll(QUOTED_GROUPED, (_, number: string) => number.replaceAll(/\D/g, ''))
    .replaceAll(/["\uFEFF]/g, '')
    .replaceAll(OPEN, ' ')
    .replaceAll(CLOSE, '\n')
    .split(/[\r\n/]+/)
    .map(line => (isList ? line.trim() : line)) // tabs are its indentation
    .filter(line => !RULE.test(line) && !/^\s*[,;]\s*$/.test(line))
    .filter(line => line.trim() !== '' || line.split('\t').length === SIDE)
    .flatMap(cellsOfLine)
}

function cellsOfLine(line: string): string[] {
  const words = fieldsOf(line).map(field => field.split(/\s+/).filter(word => word !== ''))
  // several words between two separators: those separate rows
  const cells = words.some(({ length }) => length > 1) ? words.flat() : words.map(([word = '']) => word)
  return cells.map(word => word.replaceAll(/^'|'$/g, '')).map(word => (EMPTY_WORD.test(word) ? '0' : word))
}

/** Separated by tabs, or by commas, semicolons and bars with blanks beside them. */
function fieldsOf(line: string): readonly string[] {
  const byTab = line.split('\t').map(field => field.trim())
  if (byTab.length > 1 && byTab.every(field => !/[,;|]/.test(field) || GROUPED.test(field)))
    return byTab.map(field => (GROUPED.test(field) ? field.replaceAll(/\D/g, '') : field))
  const fields = line.trim().split(/\s*[,;|]\s*/)
  const isWhole = () => fields.length === SIDE || fields.length === CELLS
  // a separator at an end belongs to a frame or to what follows, unless a cell would be missing
  if (fields.length > 1 && !isWhole() && fields.at(-1) === '') fields.pop()
  if (fields.length > 1 && !isWhole() && fields[0] === '') fields.shift()
  return fields
}
