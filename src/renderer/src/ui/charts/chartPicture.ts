/** A chart as a picture for a paper or a slide: with its heading, its legend, and where its numbers come from. */
import { BasicPlatform, Chart, type ChartConfiguration } from 'chart.js'
import { useI18n } from 'vue-i18n'
import { csvOf } from '../../../../core/csv'
import { textFont, useColours } from '../controls/colours'
import { download, downloadBlob } from '../exchange/files'
import { type ChartTable, CURSOR, jsonOf, type LegendItem } from './chartTheme'

export interface ChartPicture {
  /** The canvas of the chart on the page. */
  readonly canvas: HTMLCanvasElement
  readonly heading: string
  readonly legend: readonly LegendItem[]
  /** Where its numbers come from, one line each. */
  readonly origin: readonly string[]
  readonly colours: { readonly panel: string; readonly ink: string; readonly muted: string }
}

interface SavedChart {
  /** Whose numbers they are, as in the names of the files. */
  readonly name: () => string
  readonly heading: () => string
  /** The rows of a file; `undefined` after a failure. */
  readonly table: () => ChartTable | Promise<ChartTable | undefined>
  /** The most rows that a file has, where that is less than all. */
  readonly most?: () => number | undefined
  readonly canvas: () => HTMLCanvasElement | null | undefined
  readonly legend: () => readonly LegendItem[]
  readonly origin: () => readonly string[]
}

/** The menu items that save a chart: its numbers, and what is drawn of it. */
export function useChartFiles({ name, heading, table, most, canvas, legend, origin }: SavedChart) {
  const { t, n } = useI18n()
  const colours = useColours(['panel', 'ink', 'muted'])
  const fileOf = (ending: string) => `${fileName(`${name()} ${heading()}`)}.${ending}`

  function limited(label: string): string {
    const rows = most?.()
    return rows === undefined ? label : t('plot.someOf', { label, rows: n(rows, 'integer') })
  }

  async function numbers(ending: string, type: string, textOf: (its: ChartTable) => string): Promise<void> {
    const its = await table()
    if (its) download(fileOf(ending), type, textOf(its))
  }

  function picture(): ChartPicture | undefined {
    const its = canvas()
    return its ? { canvas: its, heading: heading(), legend: legend(), origin: origin(), colours: colours.value } : undefined
  }

  function savePng(): void {
    const its = picture()
    if (its) chartPng(its).toBlob(blob => blob && downloadBlob(fileOf('png'), blob))
  }

  async function saveSvg(): Promise<void> {
    const its = picture()
    if (its) download(fileOf('svg'), 'image/svg+xml', await chartSvg(its))
  }

  return {
    numbers: () => [
      { label: limited(t('plot.csv')), run: () => numbers('csv', 'text/csv', csvOf) },
      { label: limited(t('plot.json')), run: () => numbers('json', 'application/json', jsonOf) },
    ],
    pictures: () => [
      { label: t('plot.png'), run: savePng },
      { label: t('plot.svg'), run: saveSvg },
    ],
  }
}

/** Words as a file name: letters, digits and hyphens. */
function fileName(words: string): string {
  return words.replaceAll(/[^\p{L}\p{N}.]+/gu, '-').replaceAll(/^-+|-+$/g, '')
}

/** Pixels of a PNG for each of the page. */
const SCALE = 2
const MARGIN = 12
const HEADING = 30
const LINE = 18
const MARK = 12
const GAP = 6

/** The words of SVG for those of a canvas. */
const ANCHORS = { left: 'start', start: 'start', right: 'end', end: 'end', center: 'middle' } as const
const BASELINES = {
  ...{ alphabetic: 'alphabetic', ideographic: 'ideographic', hanging: 'hanging', middle: 'central' },
  ...{ top: 'text-before-edge', bottom: 'text-after-edge' },
} as const

type Surface = Pick<
  CanvasRenderingContext2D,
  | ('fillStyle' | 'strokeStyle' | 'lineWidth' | 'font' | 'textBaseline' | 'globalAlpha')
  | ('fillRect' | 'fillText' | 'measureText' | 'beginPath' | 'moveTo' | 'lineTo' | 'arc' | 'fill' | 'stroke' | 'setLineDash')
>

/** What surrounds the chart, as wide as the chart with its margins. */
interface Frame {
  readonly width: number
  readonly height: number
  readonly chart: { readonly top: number; readonly width: number; readonly height: number }
  readonly legend: readonly { readonly item: LegendItem; readonly x: number; readonly y: number }[]
  readonly foot: readonly { readonly text: string; readonly y: number }[]
}

/** Twice as many pixels each way as on the page. */
function chartPng(picture: ChartPicture): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')!
  const frame = frameOf(picture, context)
  canvas.width = SCALE * frame.width
  canvas.height = SCALE * frame.height
  context.scale(SCALE, SCALE)
  paintFrame(context, picture, frame)
  const { top, width, height } = frame.chart
  const drawn = document.createElement('canvas')
  drawn.width = width
  drawn.height = height
  const chart = new Chart(drawn, { ...configOf(picture, SCALE), platform: BasicPlatform })
  context.drawImage(drawn, MARGIN, top, width, height)
  chart.destroy()
  return canvas
}

async function chartSvg(picture: ChartPicture): Promise<string> {
  const { Context } = await import('svgcanvas/dist/svgcanvas.esm.js')

  /** The page's policy forbids the style attributes by which the library reads a font. */
  class SvgContext extends Context {
    override __applyText(text: string, x: number, y: number, action: 'fill' | 'stroke'): void {
      const { style } = document.createElement('span')
      style.font = this.font
      const attributes = {
        ...{ x, y, 'font-family': style.fontFamily, 'font-size': style.fontSize, 'font-weight': style.fontWeight },
        ...{ 'text-anchor': ANCHORS[this.textAlign], 'dominant-baseline': BASELINES[this.textBaseline] },
      }
      const parent = this.__closestGroupOrSvg()
      const element = this.__createElement('text', attributes, true)
      element.textContent = text
      this.__currentElement = element
      this.__applyTransformation(element)
      this.__applyStyleToCurrentElement(action)
      parent.append(element)
    }
  }

  const frame = frameOf(picture, new SvgContext({ width: 1, height: 1 }))
  const { top, ...size } = frame.chart
  const around = new SvgContext(frame)
  paintFrame(around, picture, frame)
  const drawn = new SvgContext(size)
  const canvas = { ...size, getContext: () => drawn }
  Object.assign(drawn, { canvas })
  const chart = new Chart(canvas as unknown as HTMLCanvasElement, { ...configOf(picture, 1), platform: BasicPlatform })
  const [outer, inner] = [around.getSvg(), drawn.getSvg().cloneNode(true) as SVGSVGElement]
  chart.destroy() // and clears what it drew
  for (const [name, value] of Object.entries({ x: MARGIN, y: top })) inner.setAttribute(name, String(value))
  outer.append(inner)
  outer.setAttribute('viewBox', `0 0 ${frame.width} ${frame.height}`)
  return `${new XMLSerializer().serializeToString(outer)}\n`
}

/** The configuration of the chart on the page, without the line at the pointer, animation and a size of its own. */
function configOf({ canvas }: ChartPicture, devicePixelRatio: number): ChartConfiguration {
  const { config } = Chart.getChart(canvas)!
  const { type, data, options, plugins } = config as ChartConfiguration
  return {
    type,
    data,
    ...(plugins && { plugins: plugins.filter(({ id }) => id !== CURSOR) }),
    options: { ...options, responsive: false, animation: false, devicePixelRatio },
  }
}

function frameOf({ canvas, legend, origin }: ChartPicture, context: Surface): Frame {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight]
  let [x, y] = [MARGIN, HEADING]
  context.font = textFontOf(11)
  const items = legend.map(item => {
    const its = MARK + GAP + context.measureText(item.label).width + 2 * GAP
    if (x > MARGIN && x + its > MARGIN + width) [x, y] = [MARGIN, y + LINE]
    const at = { item, x, y: y + LINE / 2 }
    x += its
    return at
  })
  const top = legend.length > 0 ? y + LINE + GAP : HEADING
  const lines = origin.flatMap(text => wrapped(text, width, context))
  const foot = lines.map((text, i) => ({ text, y: top + height + GAP + (i + 0.5) * LINE }))
  const bottom = top + height + (foot.length > 0 ? GAP + foot.length * LINE : 0)
  return { width: width + 2 * MARGIN, height: bottom + MARGIN, chart: { top, width, height }, legend: items, foot }
}

/** Lines that are no wider than `most` pixels, unless a single word is. */
function wrapped(text: string, most: number, context: Surface): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)!} ${word}` : word
    if (lines.length === 0 || context.measureText(longer).width > most) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

function paintFrame(context: Surface, { heading, colours }: ChartPicture, { width, height, legend, foot }: Frame): void {
  context.fillStyle = colours.panel
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'middle'
  context.fillStyle = colours.ink
  context.font = textFontOf(14, 600)
  context.fillText(heading, MARGIN, HEADING / 2 + 2)
  context.font = textFontOf(11)
  for (const { item, x, y } of legend) {
    paintMark(context, item, x, y)
    context.fillStyle = colours.ink
    context.fillText(item.label, x + MARK + GAP, y)
  }
  context.fillStyle = colours.muted
  for (const { text, y } of foot) context.fillText(text, MARGIN, y)
}

function paintMark(context: Surface, { mark = 'line', colour }: LegendItem, x: number, y: number): void {
  context.fillStyle = colour
  context.strokeStyle = colour
  context.beginPath()
  if (mark === 'point') {
    context.arc(x + MARK / 2, y, 4, 0, 2 * Math.PI)
    context.fill()
  } else if (mark === 'diamond') {
    context.moveTo(x + MARK / 2, y - 5)
    for (const [across, up] of [
      [5, 0],
      [0, 5],
      [-5, 0],
    ] as const)
      context.lineTo(x + MARK / 2 + across, y + up)
    context.fill()
  } else if (mark === 'area') {
    context.globalAlpha = 0.3
    context.fillRect(x, y - 4, MARK, 8)
    context.globalAlpha = 1
  } else {
    context.lineWidth = 2
    context.setLineDash(mark === 'dash' ? [4, 3] : [])
    context.moveTo(x, y)
    context.lineTo(x + MARK, y)
    context.stroke()
    context.setLineDash([])
  }
}

function textFontOf(size: number, weight = 400): string {
  return `${weight} ${size}px ${textFont()}`
}
