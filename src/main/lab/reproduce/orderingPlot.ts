/** Leaves against depth on a log scale, a panel for each branching factor: an SVG that follows the reader's light or dark. */
import { numberText } from '../../../core/numberText'
import { mean } from '../../../core/stats/summary'
import { BRANCHINGS, countsOf, DEPTHS } from './orderingCounts'
import type { ResultsFile } from './resultsFile'
import type { TreeSize } from './uniformTrees'

const PANEL = { width: 290, height: 260, left: 52, right: 12, top: 30, bottom: 34 } as const
const COLUMNS = 3
const DEEPEST = DEPTHS.at(-1)!
/** Above the largest tree's leaves. */
const DECADES = 7

/**
 * Blue, vermilion and green, which colour-blind people can distinguish, after S. Okabe and K. Ito, "Color Universal Design", 2008; lighter
 * on dark.
 */
const STYLE = [
  "text{font:12px system-ui,'Segoe UI','DejaVu Sans',sans-serif;fill:var(--ink)}.h{font-weight:600}.e{text-anchor:end}.m{text-anchor:middle}",
  'svg{--paper:#fff;--ink:#1d1f23;--grid:#e2e3de;--all:#6b6f78;--worst:#b34a00;--random:#0067a5;--best:#007a58}',
  '@media(prefers-color-scheme:dark){svg{--paper:#17191d;--ink:#e6e7ea;--grid:#33363d;--all:#9a9fa9;--worst:#ff9a4d;--random:#5db8f5;--best:#3ddba8}}',
  '.paper{fill:var(--paper)}.grid{stroke:var(--grid)}.line{fill:none;stroke-width:1.6}.dash{stroke-dasharray:4 3}',
  ...['all', 'worst', 'random', 'best'].map(
    name => `.${name}{stroke:var(--${name})}.dot.${name}{fill:var(--${name});stroke:none}`,
  ),
].join('')

type Colour = 'all' | 'worst' | 'random' | 'best'

interface Series {
  readonly name: string
  readonly colour: Colour
  /** Laws are dashed, what was counted has dots. */
  readonly isLaw: boolean
  readonly leaves: (size: TreeSize) => number
}

export function orderingPlot(results: ResultsFile, most: number): string {
  const counted = (order: 'worst' | 'random' | 'best') => (size: TreeSize) =>
    mean(countsOf(results, size, order, 'alphaBeta', most))
  const series: readonly Series[] = [
    { name: 'b^d, nothing cut', colour: 'all', isLaw: true, leaves: ({ branching, depth }) => branching ** depth },
    { name: 'worst first', colour: 'worst', isLaw: false, leaves: counted('worst') },
    { name: 'b^(3d/4)', colour: 'random', isLaw: true, leaves: ({ branching, depth }) => branching ** (0.75 * depth) },
    { name: 'random order', colour: 'random', isLaw: false, leaves: counted('random') },
    { name: 'best first', colour: 'best', isLaw: false, leaves: counted('best') },
  ]
  const panels = BRANCHINGS.map((branching, i) => at(i, panel(branching, series)))
  const width = COLUMNS * PANEL.width
  const height = Math.ceil((BRANCHINGS.length + 1) / COLUMNS) * PANEL.height
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>Leaves that alpha-beta visits against the depth, by the order of the children</title><style>${STYLE}</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...panels,
    at(BRANCHINGS.length, legend(series)),
    '</svg>',
  ].join('\n')
}

function at(place: number, content: string): string {
  const [x, y] = [(place % COLUMNS) * PANEL.width, Math.floor(place / COLUMNS) * PANEL.height]
  return `<g transform="translate(${x} ${y})">\n${content}\n</g>`
}

function panel(branching: number, series: readonly Series[]): string {
  const decades = Array.from({ length: DECADES + 1 }, (_, decade) => 10 ** decade)
  const [left, right] = [PANEL.left, PANEL.width - PANEL.right]
  return [
    text(left, 20, `b = ${branching}`, 'h'),
    ...decades.map(
      leaves =>
        `<path class="grid" d="M${left} ${yOf(leaves)}H${right}"/>` +
        text(left - 6, Number(yOf(leaves)) + 4, numberText(leaves, 'short'), 'e'),
    ),
    ...DEPTHS.map(depth => text(Number(xOf(depth)), PANEL.height - PANEL.bottom + 18, String(depth), 'm')),
    ...series.map(each => curve(branching, each)),
  ].join('\n')
}

function curve(branching: number, { colour, isLaw, leaves }: Series): string {
  const points = DEPTHS.map(depth => [xOf(depth), yOf(leaves({ branching, depth }))] as const)
  const line = `<path class="line ${colour}${isLaw ? ' dash' : ''}" d="M${points.map(([x, y]) => `${x} ${y}`).join('L')}"/>`
  return isLaw ? line : line + points.map(([x, y]) => dot(x, y, colour)).join('')
}

function legend(series: readonly Series[]): string {
  const rows = series.map(({ name, colour, isLaw }, i) => {
    const y = 68 + 24 * i
    const sample = `<path class="line ${colour}${isLaw ? ' dash' : ''}" d="M${PANEL.left} ${y}h34"/>`
    return sample + (isLaw ? '' : dot(String(PANEL.left + 17), String(y), colour)) + text(PANEL.left + 44, y + 4, name, '')
  })
  return [
    text(PANEL.left, 20, 'Leaves that alpha-beta visits', 'h'),
    text(PANEL.left, 40, 'against the depth d in plies', ''),
    ...rows,
  ].join('\n')
}

function xOf(depth: number): string {
  const room = PANEL.width - PANEL.left - PANEL.right - 16
  return (PANEL.left + 8 + (room * (depth - 1)) / (DEEPEST - 1)).toFixed(1)
}

function yOf(leaves: number): string {
  const room = PANEL.height - PANEL.top - PANEL.bottom
  return (PANEL.height - PANEL.bottom - (room * Math.log10(leaves)) / DECADES).toFixed(1)
}

function dot(x: string, y: string, colour: Colour): string {
  return `<circle class="dot ${colour}" cx="${x}" cy="${y}" r="2.6"/>`
}

function text(x: number, y: number, content: string, classes: string): string {
  return `<text x="${x}" y="${y.toFixed(1)}"${classes && ` class="${classes}"`}>${content}</text>`
}
