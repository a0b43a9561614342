import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type {
  DataZoomComponentOption,
  GridComponentOption,
  LegendComponentOption,
  MarkLineComponentOption,
  TitleComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { formatNumber } from '../format.ts'
import { orderOf, tones, type Description, type Series } from './description.ts'
import { scaleTop } from './scale.ts'

export type Option = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | DataZoomComponentOption
  | GridComponentOption
  | LegendComponentOption
  | MarkLineComponentOption
  | TitleComponentOption
>

/** Reads a design token where the chart stands, because a canvas knows no CSS variables. */
export type Token = (name: string) => string

/** From this many points on, a chart can be zoomed, and lines are thinned to the width. */
const MANY = 200
const DASHES = ['solid', 'dashed', 'dotted'] as const
/** A bar that leaves the scale ends this much above its top, with a break below its end. */
const OVER = 1.06

/** The description in the words of ECharts. */
export function optionOf(description: Description, token: Token): Option {
  const { points, series, unit, axis = { unit, per: 1 }, digits = 0, bare = false } = description
  const values = series.flatMap((each) => each.values).filter((value) => value !== null)
  const top = description.breaksOutliers ? scaleTop(values) : Infinity
  const breaks = values.some((value) => value > top)
  const label = { color: token('--t3'), fontFamily: token('--font'), fontSize: 12, hideOverlap: true }
  const line = { lineStyle: { color: token('--c-grid') } }
  const shades = points.names.map((name) =>
    description.isShaded?.(name) ? token('--sunken') : 'transparent',
  )
  return {
    animation: false,
    grid: gridOf(description),
    xAxis: {
      type: 'category',
      data: [...points.names],
      show: !bare,
      axisTick: { show: false },
      axisLine: line,
      axisLabel: {
        ...label,
        ...(points.short ? { formatter: points.short } : {}),
        showMaxLabel: true,
      },
      ...(description.isShaded
        ? { splitArea: { show: true, interval: 0, areaStyle: { color: shades } } }
        : {}),
    },
    yAxis: {
      type: 'value',
      show: !bare,
      name: axis.unit,
      nameTextStyle: { ...label, align: 'right' },
      nameGap: 10,
      minInterval: digits === 0 ? axis.per : 0,
      splitNumber: 4,
      splitLine: line,
      axisLabel: {
        ...label,
        formatter: (value: number) => onAxis(value / axis.per),
        ...(breaks ? { showMaxLabel: false } : {}),
      },
      ...(breaks ? { max: top * OVER } : {}),
    },
    series: [
      ...series.flatMap((each, at) => seriesOf(each, at, { description, token, top })),
      ...marksOf(description, token),
    ],
    ...(points.names.length > MANY
      ? { dataZoom: [{ type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false }] }
      : {}),
  }
}

/** Steps smaller than one need their decimals. */
const onAxis = (value: number) =>
  formatNumber(value, Number.isInteger(value) ? 0 : value * 10 === Math.round(value * 10) ? 1 : 2)

export const gridOf = ({ bare = false }: Description): GridComponentOption =>
  bare
    ? { left: 1, right: 4, top: 3, bottom: 3 }
    : { left: 12, right: 16, top: 30, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' }

type Place = { description: Description; token: Token; top: number }

function seriesOf(
  series: Series,
  at: number,
  { description, token, top }: Place,
): (BarSeriesOption | LineSeriesOption)[] {
  const { name, kind, values, filled } = series
  const color = token(tones[series.tone])
  const order = orderOf(description, series)
  if (kind === 'bar') return [barsOf(series, color, order, { description, token, top })]
  const hasEnd = description.unfinished || description.bare
  const shown = values.map((value, place) => ({
    value: value === null ? null : Math.min(value, top * OVER),
    // A point between two gaps has no line to show it.
    symbol:
      (hasEnd && place === values.length - 1) || isAlone(values, place)
        ? ('circle' as const)
        : ('none' as const),
  }))
  const drawn: LineSeriesOption = {
    type: 'line',
    name,
    z: 3 + at,
    data: description.unfinished ? shown.slice(0, -1) : shown,
    symbolSize: description.bare ? 4 : 7,
    // Otherwise a narrow chart leaves out points that nothing else shows.
    showAllSymbol: true,
    color,
    lineStyle: { color, width: description.bare ? 1.5 : 2, type: DASHES[order % DASHES.length]! },
    ...(kind === 'steps' ? { step: 'middle' as const } : {}),
    ...(filled ? { areaStyle: { color, opacity: 0.13 } } : {}),
    ...(values.length > MANY ? { data: [...values], sampling: 'lttb' as const, showSymbol: false } : {}),
  }
  const open = shown.map((each, place) => (place < values.length - 2 ? null : each))
  const leading: LineSeriesOption = {
    ...drawn,
    data: open,
    lineStyle: { ...drawn.lineStyle, type: 'dotted' },
  }
  delete leading.areaStyle
  return description.unfinished && values.length > 1 ? [drawn, leading] : [drawn]
}

/** Neighbouring words would cover each other: every second one stands lower. */
const STEP_DOWN = 16

/** The marks, on a series of their own without values. */
function marksOf({ marks = [], points }: Description, token: Token): LineSeriesOption[] {
  if (marks.length === 0) return []
  const text = { color: token('--t2'), fontFamily: token('--font'), fontSize: 12 }
  return [
    {
      type: 'line',
      data: [],
      z: 2,
      markLine: {
        silent: true,
        symbol: 'none',
        animation: false,
        lineStyle: { color: token('--t3'), width: 1, type: 'dashed' },
        data: marks.map((mark, at) => {
          // Its words stand on the side with more room.
          const isLate = mark.at > points.names.length / 2
          return {
            xAxis: mark.at,
            label: {
              ...text,
              formatter: mark.text,
              position: 'end',
              align: isLate ? 'right' : 'left',
              verticalAlign: 'top',
              offset: [isLate ? -6 : 6, 4 + (at % 2) * STEP_DOWN],
            },
          }
        }),
      },
    },
  ]
}

const isAlone = (values: Series['values'], at: number) =>
  values[at] !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null

function barsOf({ name, values }: Series, color: string, order: number, place: Place): BarSeriesOption {
  const { token, top, description } = place
  const panel = token('--panel')
  // A strip in the background's colour breaks the bar.
  const broken = {
    type: 'linear' as const,
    x: 0,
    y: 0,
    x2: 0,
    y2: 1,
    colorStops: [0, 0.03, 0.03, 0.06, 0.06, 1].map((offset, stop) => ({
      offset,
      color: stop === 2 || stop === 3 ? panel : color,
    })),
  }
  return {
    type: 'bar',
    name,
    color,
    barCategoryGap: '36%',
    itemStyle: {
      borderRadius: [2, 2, 0, 0],
      ...(order === 0
        ? {}
        : {
            decal: { symbol: 'rect', color: panel, dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: -0.8 },
          }),
    },
    label: { position: 'top', color: token('--t2'), fontFamily: token('--font'), fontSize: 12 },
    data: values.map((value) =>
      value === null || value <= top
        ? value
        : {
            value: top * OVER,
            itemStyle: { color: broken },
            label: { show: true, formatter: `${formatNumber(value)} ${description.unit}` },
          },
    ),
  }
}
