/** Charts: what they draw, and their look: no animation, the window's colours and number formats, hairline grids. */
import {
  Chart,
  type ChartOptions,
  Filler,
  LinearScale,
  LineElement,
  LogarithmicScale,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js'
import { computed, type InjectionKey, nextTick, type Ref, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { CsvTable } from '../../../../core/csv'
import type { Interval } from '../../../../core/stats/intervals'
import { textFont, useColours } from '../controls/colours'

Chart.register(LineElement, PointElement, LinearScale, LogarithmicScale, Filler, Tooltip)

/** Where the numbers of all charts within a component come from, one line each. */
export const CHART_ORIGIN: InjectionKey<Readonly<Ref<readonly string[]>>> = Symbol('origin of charts')

/** Whose numbers all charts within a component show, for the names of their files. */
export const CHART_NAME: InjectionKey<Readonly<Ref<string>>> = Symbol('name of charts')

/** Id of the plugin that draws the line of `useChartCursor`. */
export const CURSOR = 'cursor'

/** The place that the pointer is at, for all charts within a component whose horizontal axis has that title. */
export const CHART_HOVER: InjectionKey<Ref<{ readonly axis: string; readonly at: number } | undefined>> =
  Symbol('place in charts')

type AxisOptions = NonNullable<NonNullable<ChartOptions<'line'>['scales']>[string]> & { type: 'linear' }

export function useChartTheme() {
  const { n } = useI18n()
  const colours = useColours([
    ...(['ink', 'muted', 'panel', 'paper', 'line', 'sunk', 'select', 'select-soft', 'danger'] as const),
    ...(['best', 'inaccuracy', 'mistake', 'blunder'] as const),
    ...(['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'] as const),
  ])
  const series = computed(() => ([1, 2, 3, 4, 5, 6] as const).map(i => colours.value[`series-${i}`]))

  /** A linear axis; `form` is a named form of numbers. */
  function axis(
    title: string,
    form: 'tick' | 'integer' | 'percent' | 'percentagePoints' = 'tick',
    change: object = {},
  ): AxisOptions {
    const { line, muted } = colours.value
    return {
      type: 'linear',
      grid: { color: line, tickColor: line },
      border: { color: line },
      title: { display: title !== '', text: title, color: muted, font: { family: textFont(), size: 11 } },
      ticks: {
        color: muted,
        maxTicksLimit: 7,
        maxRotation: 0,
        includeBounds: false,
        font: { family: textFont(), size: 11 },
        callback: (amount: string | number) => n(Number(amount), form),
        ...(form === 'integer' && { precision: 0 }),
      },
      ...change,
    }
  }

  /** An axis with its own ticks. */
  function scaledAxis(title: string, { min, max, ticks, text }: AxisScale): AxisOptions {
    const plain = axis(title)
    return {
      ...plain,
      ...{ suggestedMin: min, suggestedMax: max },
      afterBuildTicks: scale => (scale.ticks = ticks.map(value => ({ value }))),
      ticks: { ...plain.ticks, autoSkip: true, callback: (place: string | number) => text(Number(place)) },
    }
  }

  const base = computed(() => {
    const { ink, paper } = colours.value
    return {
      animation: false,
      parsing: false,
      normalized: true,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      elements: { point: { radius: 0, hoverRadius: 3, hitRadius: 4 } },
      plugins: {
        tooltip: {
          backgroundColor: ink,
          titleColor: paper,
          bodyColor: paper,
          titleFont: { family: textFont(), weight: 'bold' },
          bodyFont: { family: textFont() },
          multiKeyBackground: 'transparent',
          boxPadding: 4,
        },
      },
    } as const satisfies ChartOptions<'line'>
  })

  return { colours, series, axis, scaledAxis, base }
}

/** The colour with the given opacity. @param colour in the form of `getComputedStyle`: rgb(r, g, b). */
export function faded(colour: string, opacity: number): string {
  return colour.replace(/^rgb\((.*)\)$/, (_, channels: string) => `rgb(${channels}, ${opacity})`)
}

/** An axis whose positions differ from the numbers written on it. */
export interface AxisScale {
  readonly min: number
  readonly max: number
  /** Positions that get a tick. */
  readonly ticks: readonly number[]
  /** The label at a position. */
  text(place: number): string
}

/**
 * A vertical line over the lines of a chart, redrawn as it moves.
 * @param chart the chart component that the plugin is given to
 * @param at position on the x axis; `undefined` or outside its range: none
 */
export function useChartCursor(
  chart: Readonly<Ref<{ readonly chart?: { draw(): void } | null } | null>>,
  at: () => number | undefined,
  colour: () => string,
): Plugin<'line'> {
  // The chart does not know what a plugin depends on. New data have priority: the chart applies them in the next tick, and cannot
  // be drawn before that.
  watch(at, () => void nextTick(() => chart.value?.chart?.draw()), { flush: 'post' })

  return {
    id: CURSOR,
    afterDatasetsDraw({ ctx, chartArea: { top, bottom }, scales }) {
      const axis = scales['x']!
      const place = at()
      if (place === undefined || place < axis.min || place > axis.max) return
      const x = axis.getPixelForValue(place)
      ctx.save()
      ctx.strokeStyle = colour()
      ctx.lineWidth = 1
      ctx.beginPath()
      ctx.moveTo(x, top)
      ctx.lineTo(x, bottom)
      ctx.stroke()
      ctx.restore()
    },
  }
}

/** `NaN` where there is no value. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
}

/** Half its length, or its ends. */
export type Whisker = number | Interval

export interface ChartLine {
  readonly label: string
  readonly colour: string
  /** In ascending order of x. */
  readonly points: readonly ChartPoint[]
  /** Dots are a cloud behind the lines, without tooltips; diamonds stand out. */
  readonly look?: 'line' | 'dash' | 'step' | 'points' | 'diamonds' | 'dots'
  /** Width of the line in pixels. */
  readonly width?: number
  /** Fills down to the line before it, which is not drawn: the two are the edges of a band. */
  readonly band?: boolean
  /** The lower edge of a band: not drawn by itself. */
  readonly edge?: boolean
  /** Index of the point beside which the line's label stands; absent: a legend has it. */
  readonly named?: number
  /** The ends of each point’s whisker; `NaN` for a point without one. */
  readonly whiskers?: readonly Whisker[]
}

/** A sample of a line or mark and its meaning. */
export interface LegendItem {
  readonly label: string
  readonly colour: string
  readonly mark?: 'line' | 'dash' | 'area' | 'point' | 'diamond'
}

/** The numbers of a chart: screen readers cannot read a canvas, and users may want the figures elsewhere. */
export type ChartTable = CsvTable

/** An array of objects, one per row. */
export function jsonOf({ columns, rows }: ChartTable): string {
  return `${JSON.stringify(rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null]))))}\n`
}

/** At most `most` rows, evenly spaced, including the last. */
export function someRows(rows: ChartTable['rows'], most: number): ChartTable['rows'] {
  if (rows.length <= most) return rows
  return Array.from({ length: most }, (_, i) => rows[Math.round((i * (rows.length - 1)) / (most - 1))]!)
}
