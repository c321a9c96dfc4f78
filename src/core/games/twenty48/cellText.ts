/**
 * The rows of cells in a text, as programs, spreadsheets and terminals write them: lists and nested lists with the names around
 * them, printed matrices and tables with their labels, drawn frames, LaTeX.
 */
import { SIDE } from './board'

const FRAME = /[\u2500-\u257F]/g
const UPRIGHT = /[│┃║┆┇┊┋╎╏]/
/** A line of a frame, or the one below the head of a table. */
const RULE = /^(?=.*(?:--|==|:-))[\s|:+=-]+$/
const CORNERS = /^[ \t]*[┌┐└┘╭╮╰╯⎡⎤⎣⎦][┌┐└┘╭╮╰╯⎡⎤⎣⎦ \t]*$/gm
const OPEN = /[[({<⟨]/g
const CLOSE = /[\])}>⟩][ \t]*[,;]?/g
const EMPTY_WORD = /^(?:[._*·⋅•–—-]|null|none|nil|nan|na)?$/i
/** Programs that count in fractions write 2.0, 2. or 2.000e+00 for 2. */
const NUMBER = /^\d+(?:\.0*)?$|^\d\.\d*e[+-]\d{1,3}$/i
/** A number with separators of thousands: 1,024 in a spreadsheet, 65 536, 1.024 in German, 1_024 in Rust. */
const GROUPED = /^\d{1,3}(?:[.,'’_\s]\d{3})+$/
/** A whole number with a decimal comma, and thousands apart or not. */
const WITH_COMMA = /^(\d{1,3}(?:[.'’_\s]\d{3})+|\d+),0+$/
const QUOTED_NUMBER = /"([\d.,'’_\s]{1,12})"/g
const CHARACTERS = /^[\s\dA-H.,;|/_+:='’"*·⋅•[\](){}<>⟨⟩\u2500-\u257F-]*$/i

/** Longest text in which something stands around the cells: the expressions below take a time that is quadratic in it. */
const MAX_AROUND = 3_000
/** What stands around the cells, in the order in which it is removed. */
const AROUND: readonly (readonly [RegExp, string | ((all: string, ...groups: string[]) => string)])[] = [
  [/[ \t](?:#|\/\/)[ \t].*$|^[ \t]*```.*$/gm, ''], // a comment, a fence of Markdown
  [/\b0x([\da-f]{1,8})\b/gi, (_: string, digits: string) => String(Number.parseInt(digits, 16))],
  [/\*\*([\d.,'’ ]{0,12})\*\*/g, '$1'], // bold in Markdown
  // prompts, with a name alone or with its value
  [
    /^[ \t]*(?:>{1,3}|\w{1,20}>|In ?\[\d+\]:|Out\[\d+\](?:\/\/\w+)?[:=])[ \t]+(.*)$/gm,
    (_: string, rest: string) => (/\d/.test(rest) ? rest : ''),
  ],
  [/^[ \t]*(?:Out\[\d+\]:|\d+[×x]\d+ .*|\d+-element .*:|shape: \(.*\))[ \t]*$/gim, ''], // what Julia, MATLAB and Polars announce
  [/^[ \t]*(?:\[,\d+\][ \t]*)+$/gm, ''], // columns and rows of R
  [/^[ \t]*\[\d+,\]|^[ \t]*\[\d+\](?=[ \t]+\d)/gm, ' '],
  [/^.{0,200}\bnumpy=\s*/s, ''],
  // the name that the list is assigned to, or its field in an object
  [/^\s*\$?[a-z_](?!\w{0,40}\()[^=(\n]{0,80}?(?::=|<-|=(?!=))\s*(?=[[({]|[a-z.]+[!([{]|new\b|\n)/i, ''],
  [/^\s*=\s*(?=\{)/, ''],
  [/^\s*\[\s*\{[^[\]]*\]\s*$/, (records: string) => records.replaceAll(/"\w{1,20}"\s*:/g, ' ')], // the fields of records
  [/["']?\b[a-z_]\w{0,40}["']? ?: ?(?=[[{(])/gi, ''],
  // the shape that a vector or a list gets, and transposing
  [/\.reshape\s*\((?:[^()]|\([^()]*\))*\)|\.T\b|\.transpose\(\)|(?<=[\])])\.?'/g, ''],
  [/(?<=[\])}])\s*,\s*(?:\[\s*4?[\s,]*4?\s*\](?:\s*,\s*4)?|\(\/\s*4\s*,\s*4\s*\/\)|4(?:\s*,\s*4)?)\s*\)/g, ')'],
  [/\bnew [\w.<>]{0,40}(?:\[[, \d]{0,5}\]){0,4}|(?:\[\d{0,4}\]){1,4}[a-z]\w{0,20}(?=\{)/gi, ''],
  [/^[ \t]*-[ \t]+(?=\[)/gm, ''], // a list in YAML
  [/\b[a-z_][\w.:]{0,40}\( ?(\d[\d.]{0,20}) ?\)/gi, '$1'], // Some(2), np.int64(2)
  [/(\d)(?:_?[ui](?:8|16|32|64|128|size)|u?l)\b/gi, '$1'], // 2u32, 2L
  [/\(index\)/g, 'index'],
  // names before a list, and named arguments behind it
  [
    /(?:[#'`&]|\b(?!(?:null|none|nil|nan|na)\b|[\w.]*(?:rot|flip|rev|sort|roll|shuffle))[a-z_])[\w.:!#]{0,40}[ \t]?(?=[[({])/gi,
    '',
  ],
  [/,\s*(?:const )?["']?[a-z_.]\w*["']?\s*[=:]\s*(?:\([^)]*\)|\[[^\]]*\]|'[^']*'|"[^"]*"|[^,)\]\s]*(?: \(\w+\))?)/gi, ''],
  [/(?<=[[({])\||\|(?=[\])}])/g, ''], // [| |] of F#
  [/([,;])[ \t]*\.{3}[ \t]*$/gm, '$1'], // a line of MATLAB that the next one continues
]

/** Each of these in a text exchanges rows and columns: lists that are columns, vectors filled by columns, transposed matrices. */
const BY_COLUMNS: readonly RegExp[] = [
  /\b(?:matrix|structure|array)\s*\(\s*(?:data\s*=\s*)?c\((?!.*\bbyrow\s*=\s*T)/s,
  /\b(?:data\.?frame|data\.table|tibble)\s*\(\s*(?:\{|dict\(|(?:[\w.]+\s*=\s*)?[[c])/i,
  /^\s*\{\s*"?c(?:ol(?:umn)?)?_?\d"?\s*:/i,
  /^\s*\{\s*"?col(?:umn)?s"?\s*:\s*\[\s*\[/i,
  /\b(?:hcat|cbind|column_stack|zip|mat4)\s*\(|(?<!\.)\breshape\s*\(|\border\s*=\s*["']F/,
  /(?:\bt|transpose)\s*[([]|\.T\b|\.transpose\(\)|[\])]\.?'|\^\{?(?:T\b|\\top|\\intercal|\\mathsf|\\mathrm)/i,
]

/**
 * The words of the cells, row by row as far as the text has rows; `0` for an empty one. What is no number stays as it is written.
 */
export function readCells(text: string): string[][] {
  const factor = /^[ \t]*1\.0*e\+?(\d{1,2})[ \t]*\*[ \t]*$/m.exec(text)
  const cells = withoutLabels(linesOf(factor ? text.replace(factor[0], '') : text))
  const rows = factor ? cells.map(row => row.map(word => scaled(word, Number(factor[1])))) : cells
  const byColumns = BY_COLUMNS.filter(each => each.test(text.slice(0, MAX_AROUND))).length % 2 === 1
  const words = rows.flat()
  if (!byColumns || words.length !== SIDE * SIDE) return rows
  return Array.from({ length: SIDE }, (_, row) => words.filter((_, i) => i % SIDE === row))
}

/** The whole number that a word stands for; `NaN` for another word. */
export function numberOf(word: string): number {
  if (NUMBER.test(word)) return Number(word)
  const [, whole] = WITH_COMMA.exec(word) ?? []
  if (whole !== undefined) return Number(whole.replaceAll(/\D/g, ''))
  return GROUPED.test(word) ? Number(word.replaceAll(/\D/g, '')) : NaN
}

/** Whether a text is probably a position: it has a position's characters alone, besides a heading, or nearly all its words are tiles. */
export function looksLikeCells(text: string): boolean {
  if (/"grid"\s*:/.test(text)) return false
  const plain = text.replaceAll(/\b(?:null|none|nil|nan)\b|\uFEFF/gi, '0')
  if (CHARACTERS.test(plain) && /[\dA-H._]/i.test(plain)) return true
  const words = readCells(text).flat()
  return words.length >= 12 && words.length <= 25 && words.filter(word => isEmptyOrTile(numberOf(word))).length >= 12
}

const isTile = (value: number) => value >= 2 && Number.isInteger(Math.log2(value))
const isEmptyOrTile = (value: number) => value === 0 || isTile(value)

/**
 * MATLAB writes a matrix as a power of ten times numbers of four decimals: the only tile that may be meant. Exact zeros it writes
 * without decimals.
 */
function scaled(word: string, power: number): string {
  if (!/^\d+\.\d{4}$/.test(word)) return word
  const [low, high] = [-0.5, 0.5].map(by => (Number(word) + by / 10 ** 4) * 10 ** power) as [number, number]
  const tiles = Array.from({ length: 17 }, (_, i) => 2 ** (i + 1)).filter(tile => tile > low && tile < high)
  return tiles.length === 1 ? String(tiles[0]) : `${word}e${power}`
}

/** Lines, with what is not a cell removed from them. */
function linesOf(text: string): string[] {
  const hasMore = text.length <= MAX_AROUND
  const isLatex = hasMore && /\\(?:begin|\\)/.test(text)
  let cells = isLatex ? ofLatex(text) : text
  if (hasMore && !isLatex) for (const [what, by] of AROUND) cells = cells.replace(what, by as string)
  const isList = cells.search(OPEN) >= 0
  return cells
    .replaceAll(CORNERS, '----')
    .replaceAll(FRAME, line => (UPRIGHT.test(line) ? '|' : '-'))
    .replaceAll(QUOTED_NUMBER, (_, number: string) => (isTile(numberOf(number)) ? String(numberOf(number)) : number))
    .replaceAll(/["\uFEFF]/g, '')
    .replaceAll(OPEN, ' ')
    .replaceAll(CLOSE, '\n')
    .split(/[\r\n/]+/)
    .map(line => (isList ? line.trim() : line)) // tabs are its indentation
    .filter(line => !/^\s*[,;]\s*$/.test(line))
    .filter(line => line.trim() !== '' || [SIDE, SIDE + 1].includes(line.split('\t').length))
}

/** A matrix or a table of LaTeX, with tabs between its cells and a line for each row. */
function ofLatex(text: string): string {
  const [, environment = '', begun] = /^\{(\w*)\*?\}(.*)$/s.exec(text.split(/\\begin\s*/).at(-1)!) ?? []
  let inside = (begun ?? text).split(/\\end\b/)[0]!
  if (/^(?:tabular|array|longtable)/.test(environment)) inside = inside.replace(/^\s*(?:\[\w*\])?(?:\s*\{[^{}]*\})+/, '')
  return inside
    .replaceAll(/(?:%.*)?[\r\n]/g, ' ')
    .replaceAll(/\\(?:hline|toprule|midrule|bottomrule|c(?:mid)?(?:line|rule)(?:\([lr]*\))?\{[^}]*\})/g, '\n----\n')
    .replaceAll(/\\(?:\\(?:\[[^\]]*\])?|cr\b)/g, '\n')
    .replaceAll('{,}', ',')
    .replaceAll(/\\(?:num|bm|boldsymbol|text\w*|math\w*)\b|\\[,;:! ]|[{}$]/g, '')
    .replaceAll(/\\(?:[cl]?dots?|cdots?|bullet|star|ast|times|varnothing|emptyset)\b/g, '.')
    .replaceAll(/~|\\q?quad\b|\\left.|\\right./g, ' ')
    .replaceAll('&', '\t')
}

/** The cells of a table without its rules, its headings, and a first column of labels. */
function withoutLabels(lines: readonly string[]): string[][] {
  const rows = lines.filter(line => !RULE.test(line))
  const cells = rows.map(cellsOfLine)
  const body = rows.slice(-SIDE)
  const heads = rows.slice(0, -SIDE)
  if (body.length < SIDE || heads.length > 3) return cells
  const raw = body.map(line => cellsIn(rawFields(line)))
  const isLabelled = raw.every(row => row.length === SIDE + 1) && areLabels(raw.map(([label]) => label!))
  const kept = isLabelled ? raw.map(row => row.slice(1)) : cells.slice(-SIDE)
  const isHeaded =
    kept.every(row => row.length === SIDE) && heads.every(head => isRuled(lines, head, body) || isHeading(rawFields(head)))
  return isHeaded ? kept : cells
}

/** Whether a line has a rule below it, and no other rule follows between the rows. */
function isRuled(lines: readonly string[], head: string, body: readonly string[]): boolean {
  const rule = lines.indexOf(head) + 1
  return RULE.test(lines[rule]!) && !lines.slice(rule + 1, lines.lastIndexOf(body.at(-1)!)).some(line => RULE.test(line))
}

function isHeading(fields: readonly string[]): boolean {
  const named = (fields.length === 1 ? fields[0]!.split(/\s+/) : fields).filter(field => field !== '')
  return named.length > 0 && (named.every(isWord) || (named.length <= SIDE + 1 && areLabels(named.slice(-SIDE))))
}

const isWord = (field: string) => /^[\p{L}_]/u.test(field) && !EMPTY_WORD.test(field)

/** Words, or the numbers of rows from 0 or from 1. */
function areLabels(labels: readonly string[]): boolean {
  if (labels.every(label => isWord(label))) return true
  const first = Number(labels[0])
  return labels.length === SIDE && (first === 0 || first === 1) && labels.every((label, i) => label === String(first + i))
}

function cellsOfLine(line: string): string[] {
  return cellsIn(fieldsOf(line))
}

function cellsIn(fields: readonly string[]): string[] {
  const words = fields.map(field => wordsOf(field))
  // several words between two separators: those separate rows
  const cells = words.some(({ length }) => length > 1) ? words.flat() : words.map(([word = '']) => word)
  return cells.map(word => word.replaceAll(/^'|'$/g, '')).map(word => (EMPTY_WORD.test(word) ? '0' : word))
}

function wordsOf(field: string): string[] {
  return isGroupedTile(field) ? [field] : field.split(/\s+/).filter(word => word !== '')
}

/** One number with spaces, commas or dots in it, rather than several cells. */
const isGroupedTile = (field: string) => (GROUPED.test(field) && isTile(numberOf(field))) || WITH_COMMA.test(field)

/** Separated by tabs; or by semicolons or bars, if the rest are numbers; or by commas, semicolons and bars with blanks beside them. */
function rawFields(line: string): readonly string[] {
  for (const separator of ['\t', ';', '|']) {
    if (!line.includes(separator)) continue
    const fields = (separator === '\t' ? line : line.trim()).split(separator).map(field => field.trim())
    if (!fields.every(field => !/[,;|]/.test(field) || isGroupedTile(field))) continue
    const isFramed = separator === '|' && fields.length === SIDE + 3 && fields[0] === '' && fields.at(-1) === ''
    return isFramed ? fields.slice(1, -1) : fields
  }
  return line.trim().split(/\s*[,;|]\s*/)
}

function fieldsOf(line: string): readonly string[] {
  const fields = withoutLast(rawFields(line))
  return fields.length > 1 && !line.includes('\t') && !isWhole(fields) && fields[0] === '' ? fields.slice(1) : fields
}

const isWhole = ({ length }: readonly string[]) => length === SIDE || length === SIDE * SIDE

/** Without an empty field at the end: the separator belongs to a frame or to what follows, unless a cell would be missing. */
function withoutLast(fields: readonly string[]): readonly string[] {
  return fields.length > 1 && !isWhole(fields) && fields.at(-1) === '' ? fields.slice(0, -1) : fields
}
