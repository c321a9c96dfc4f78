/** The range of a game's line, and what is drawn on it beside the lines: the tiles that were made, the tile that a chance is of, and the moves that lost. */
import type { Plugin } from 'chart.js'
import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { GameGraph } from '../../../../core/contract/calls'
import type { Rank } from '../../../../core/games/twenty48/board'
import type { LossClass } from '../../../../core/games/twenty48/scale/lossClass'
import { inkToken, RANKS, tileToken } from '../board/brush'
import { textFont, useColours } from '../controls/colours'
import { median } from '../words/numbers'
import type { ScaledLine } from './gameWords'

/** A move that lost something, in the colour and with the sign of its class, or one that the search could not class. */
export interface LossSign {
  readonly slide: number
  readonly its: Exclude<LossClass, 'equal'> | 'unclear'
  readonly sign: string
}

interface ColouredLine extends ScaledLine {
  readonly colour: string
}

interface Drawn {
  readonly graph: () => Pick<GameGraph, 'slides' | 'largest'> & { readonly lines: readonly ColouredLine[] }
  readonly marks: () => readonly LossSign[]
  readonly colours: Readonly<Ref<Readonly<Record<Exclude<LossSign['its'], 'unclear'> | 'muted', string>>>>
}

/** Tiles that have a sign: every game makes the smaller ones. */
const TILES: readonly Rank[] = RANKS.filter(rank => rank >= 5)
/** Sizes of the signs of tiles, made and in doubt, in pixels. */
const [TILE_WIDTH, TILE_HEIGHT, GOAL_WIDTH] = [34, 12, 40]
/** Height of the row of a tile in doubt, in pixels. */
const ROW = 12
/** Width of the sign of a loss, and height of the strip of them above the lines. */
const LOSS_WIDTH = 15
export const LOSS_STRIP = 14

/** Where the board first had each tile. */
export function tilesMade({ slides, largest }: Pick<GameGraph, 'slides' | 'largest'>) {
  return TILES.flatMap(rank => {
    const row = largest.findIndex(each => each >= rank)
    return row <= 0 || largest[row] !== rank ? [] : [{ rank, slide: slides[row]! }]
  })
}

/** Where a line begins to be the chance of another tile. */
export function goalsOf({ goals = [], value }: Pick<ScaledLine, 'goals' | 'value'>, slides: readonly number[]) {
  let before: Rank | null = null
  return goals.flatMap((rank, row) => {
    if (rank === null || rank === before) return []
    before = rank
    return [{ rank, slide: slides[row]!, value: value[row]! }]
  })
}

/** The last of the signs that would lie on one another. @param signs from left to right */
export function apart<S extends { readonly slide: number }>(
  signs: readonly S[],
  xOf: (slide: number) => number,
  width: number,
): S[] {
  const kept: S[] = []
  for (const sign of signs.toReversed())
    if (kept.length === 0 || xOf(sign.slide) <= xOf(kept.at(-1)!.slide) - width) kept.push(sign)
  return kept
}

/** The signs of losses that have room beside each other, the worst first. */
export function worstApart<S extends Pick<LossSign, 'slide' | 'its'>>(
  marks: readonly S[],
  xOf: (slide: number) => number,
  width: number,
): S[] {
  const kept: S[] = []
  for (const wanted of ['blunder', 'mistake', 'inaccuracy', 'unclear'] as const)
    for (const mark of marks)
      if (mark.its === wanted && kept.every(each => Math.abs(xOf(each.slide) - xOf(mark.slide)) >= width)) kept.push(mark)
  return kept
}

/** A place on the chart, in pixels; `y` is its middle. */
export interface Place {
  readonly left: number
  readonly right: number
  readonly y: number
}

/** The place in rows above the wanted one, then below, that lies on none of those taken; `undefined` where there is none between the two heights. */
export function freePlace(wanted: Place, taken: readonly Place[], [top, bottom]: readonly [number, number]): Place | undefined {
  const rows = Array.from({ length: Math.max(1, Math.ceil((bottom - top) / ROW)) }, (_, i) => i * ROW)
  const places = [...rows.map(up => wanted.y - up), ...rows.map(down => wanted.y + down)].map(y => ({ ...wanted, y }))
  return places.find(
    ({ left, right, y }) =>
      y - ROW / 2 >= top - ROW &&
      y + ROW / 2 <= bottom + 1 &&
      taken.every(each => each.right <= left || each.left >= right || Math.abs(each.y - y) >= ROW),
  )
}

export function useChartSigns({ graph, marks, colours }: Drawn): Record<'tiles' | 'losses', Plugin<'line'>> {
  const { n } = useI18n()
  const tileColours = useColours(TILES.flatMap(rank => [tileToken(rank), inkToken(rank)]))
  const made = computed(() => tilesMade(graph()))
  const goals = computed(() => {
    const { lines, slides } = graph()
    return lines.map(line => ({ colour: line.colour, signs: goalsOf(line, slides) }))
  })
  const fontOf = (weight: number) => `${weight} 10px ${textFont()}`

  const tiles: Plugin<'line'> = {
    id: 'tiles',
    afterDatasetsDraw({ ctx, chartArea: { left, right, bottom, top }, scales }) {
      const xOf = (slide: number) => scales['x']!.getPixelForValue(slide)
      ctx.save()
      ctx.textAlign = 'center'
      ctx.textBaseline = 'middle'
      ctx.font = fontOf(700)
      const taken: Place[] = []
      for (const { rank, slide } of apart(made.value, xOf, TILE_WIDTH + 4)) {
        const x = Math.min(Math.max(xOf(slide), left + TILE_WIDTH / 2), right - TILE_WIDTH / 2)
        taken.push({ left: x - TILE_WIDTH / 2, right: x + TILE_WIDTH / 2, y: bottom - TILE_HEIGHT / 2 })
        ctx.fillStyle = tileColours.value[tileToken(rank)]
        ctx.beginPath()
        ctx.roundRect(x - TILE_WIDTH / 2, bottom - TILE_HEIGHT, TILE_WIDTH, TILE_HEIGHT, 3)
        ctx.fill()
        ctx.fillStyle = tileColours.value[inkToken(rank)]
        ctx.fillText(String(2 ** rank), x, bottom - TILE_HEIGHT / 2 + 0.5)
      }
      ctx.textAlign = 'left'
      ctx.font = fontOf(600)
      for (const { colour, signs } of goals.value) {
        ctx.fillStyle = colour
        for (const { rank, slide, value } of apart(signs, xOf, GOAL_WIDTH)) {
          const y = scales['chance']!.getPixelForValue(value)
          const [x, text] = [Math.min(xOf(slide) + 2, right - GOAL_WIDTH), n(2 ** rank, 'integer')]
          const wanted = { left: x, right: x + ctx.measureText(text).width, y: y < top + 16 ? y + 9 : y - 8 }
          const place = freePlace(wanted, taken, [top, bottom])
          if (!place) continue
          taken.push(place)
          ctx.fillText(text, x, place.y)
        }
      }
      ctx.restore()
    },
  }

  /** In a strip of their own above the lines. */
  const losses: Plugin<'line'> = {
    id: 'marks',
    afterDatasetsDraw({ ctx, chartArea: { top }, scales }) {
      const xOf = (slide: number) => scales['x']!.getPixelForValue(slide)
      ctx.save()
      ctx.font = fontOf(700)
      ctx.textAlign = 'center'
      for (const { slide, its, sign } of worstApart(marks(), xOf, LOSS_WIDTH)) {
        ctx.fillStyle = colours.value[its === 'unclear' ? 'muted' : its]
        ctx.fillText(sign, xOf(slide), top - 5)
      }
      ctx.restore()
    },
  }

  return { tiles, losses }
}

/** A value further from the median than this, in median absolute deviations, is an outlier, such as a lost board's. */
const FAR = 20
/** Among fewer values outliers cannot be recognised. */
const LEAST_VALUES = 20
/** Margin between the line and the edge where the axis is cut, as a share of its span. */
const ROOM = 0.05

export interface ValueRange {
  /** End of the axis; absent where it need not be cut. */
  readonly min?: number
  readonly max?: number
  /** The lowest and highest outlier. */
  readonly lowest?: number
  readonly highest?: number
}

/** The range of an axis that holds all values but outliers: a single lost board, −1e9, would flatten the rest of the line. */
export function valueRange(values: readonly (number | null)[]): ValueRange {
  const known = values.filter(value => value !== null)
  if (known.length < LEAST_VALUES) return {}
  const middle = median(known)
  const far = FAR * median(known.map(value => Math.abs(value - middle)))
  // more than half are equal: the deviation is 0, and outliers cannot be recognised
  if (far === 0) return {}
  const [low, high, lowest, highest] = [middle - far, middle + far, least(known), most(known)]
  const near = known.filter(value => value >= low && value <= high)
  const [bottom, top] = [least(near), most(near)]
  const room = ROOM * (top - bottom)
  return {
    ...(lowest < low && { min: bottom - room, lowest }),
    ...(highest > high && { max: top + room, highest }),
  }
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b))
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b))
}
