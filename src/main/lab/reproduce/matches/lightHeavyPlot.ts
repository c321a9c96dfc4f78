/** The light player's points against the difference in depth: an SVG that follows the reader's light or dark. */
import type { ResultsFile } from '../resultsFile'
import { plotSeries } from './lightHeavyCantGoBack'

const SIZE = { width: 640, height: 360, left: 60, right: 20, top: 40, bottom: 110 } as const
const PERCENTS = [0, 25, 50, 75, 100] as const

/**
 * Vermilion, blue, green and purple, which colour-blind people can distinguish, after S. Okabe and K. Ito, "Color Universal Design", 2008;
 * lighter on dark.
 */
const STYLE = [
  "text{font:12px system-ui,'Segoe UI','DejaVu Sans',sans-serif;fill:var(--ink)}.h{font-weight:600}.e{text-anchor:end}.m{text-anchor:middle}",
  'svg{--paper:#fff;--ink:#1d1f23;--grid:#e2e3de;--c0:#b34a00;--c1:#0067a5;--c2:#007a58;--c3:#a0447a}',
  '@media(prefers-color-scheme:dark){svg{--paper:#17191d;--ink:#e6e7ea;--grid:#33363d;--c0:#ff9a4d;--c1:#5db8f5;--c2:#3ddba8;--c3:#e58fc4}}',
  '.paper{fill:var(--paper)}.grid{stroke:var(--grid)}.half{stroke:var(--ink);stroke-dasharray:4 3}.line{fill:none;stroke-width:1.6}',
  ...[0, 1, 2, 3].map(i => `.c${i}{stroke:var(--c${i})}.dot.c${i}{fill:var(--c${i})}`),
].join('')

export function lightHeavyPlot(results: ResultsFile, most: number): string {
  const series = plotSeries(results, most)
  const differences = [...new Set(series.flatMap(({ points }) => points.map(({ difference }) => difference)))]
  const deepest = Math.max(...differences, 1)
  const x = (difference: number) => SIZE.left + 16 + ((SIZE.width - SIZE.left - SIZE.right - 40) * difference) / deepest
  const y = (share: number) => SIZE.height - SIZE.bottom - (SIZE.height - SIZE.top - SIZE.bottom) * share
  const curves = series.map(({ points }, i) => {
    const shift = 3 * (i - 1.5) // so that the intervals of neighbours do not overlap
    const at = points.map(({ difference, share, interval }) => ({ x: x(difference) + shift, y: y(share), ends: interval.map(y) }))
    return [
      `<path class="line c${i}" d="M${at.map(each => `${each.x.toFixed(1)} ${each.y.toFixed(1)}`).join('L')}"/>`,
      ...at.map(
        ({ x, ends: [low, high] }) => `<path class="c${i}" d="M${x.toFixed(1)} ${low!.toFixed(1)}V${high!.toFixed(1)}"/>`,
      ),
      ...at.map(({ x, y }) => `<circle class="dot c${i}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3"/>`),
    ].join('\n')
  })
  const legend = series.map(({ name }, i) => {
    const line = SIZE.height - SIZE.bottom + 52 + 16 * i
    return `<path class="line c${i}" d="M${SIZE.left} ${line}h30"/>${text(SIZE.left + 38, line + 4, name, '')}`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${SIZE.width} ${SIZE.height}">`,
    `<title>Points of the light player against the plies that it searches deeper, in Can’t Go Back</title><style>${STYLE}</style>`,
    `<rect class="paper" width="${SIZE.width}" height="${SIZE.height}"/>`,
    text(SIZE.left, 24, 'Points of the light player, with 95 % intervals', 'h'),
    ...PERCENTS.map(percent => {
      const line = y(percent / 100).toFixed(1)
      const style = percent === 50 ? 'half' : 'grid'
      return `<path class="${style}" d="M${SIZE.left} ${line}H${SIZE.width - SIZE.right}"/>${text(SIZE.left - 6, Number(line) + 4, `${percent} %`, 'e')}`
    }),
    ...differences.map(difference => text(x(difference), SIZE.height - SIZE.bottom + 18, String(difference), 'm')),
    text((SIZE.left + SIZE.width - SIZE.right) / 2, SIZE.height - SIZE.bottom + 36, 'plies deeper than the heavy player', 'm'),
    ...curves,
    ...legend,
    '</svg>',
  ].join('\n')
}

function text(x: number, y: number, content: string, classes: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${classes && ` class="${classes}"`}>${content}</text>`
}
