import { BarChart, LineChart } from 'echarts/charts'
import {
  DataZoomInsideComponent,
  GridSimpleComponent,
  LegendPlainComponent,
  MarkLineComponent,
  TitleComponent,
  type DataZoomComponentOption,
} from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { Size } from '../map/camera.ts'
import type { Description } from './description.ts'
import { gridOf, optionOf, type Option, type Token } from './option.ts'

use([
  BarChart,
  LineChart,
  DataZoomInsideComponent,
  GridSimpleComponent,
  LegendPlainComponent,
  MarkLineComponent,
  TitleComponent,
  CanvasRenderer,
])

export type Drawing = ReturnType<typeof openDrawing>

/** Draws charts into an element, in the colours of the theme. */
export function openDrawing(element: HTMLElement) {
  const chart = init(element)
  const token: Token = (name) => getComputedStyle(element).getPropertyValue(name).trim()
  return {
    show: (description: Description) =>
      chart.setOption(optionOf(description, token), { replaceMerge: ['series', 'xAxis', 'yAxis'] }),
    resize: (size: Size) => chart.resize(size),
    dispose: () => chart.dispose(),
    /** The point at this distance from the left edge, in pixels. */
    pointAt: (x: number): number => chart.convertFromPixel({ xAxisIndex: 0 }, x),
    /** The distance of a point from the left edge, in pixels. */
    placeOf: (at: number): number => chart.convertToPixel({ xAxisIndex: 0 }, at),
    /** Zooms by this factor around a point; 0 shows all points. Charts of few points are not zoomed. */
    zoom(factor: number, at: number): void {
      const option = chart.getOption() as {
        dataZoom?: DataZoomComponentOption[]
        xAxis: { data: string[] }[]
      }
      const { start = 0, end = 100 } = option.dataZoom?.[0] ?? {}
      const half = factor === 0 ? 100 : (end - start) / 2 / factor
      const middle = (at / option.xAxis[0]!.data.length) * 100
      chart.dispatchAction({
        type: 'dataZoom',
        start: Math.max(0, middle - half),
        end: Math.min(100, middle + half),
      })
    },
    picture: (description: Description) => pictureOf(description, token),
  }
}

const PICTURE = { width: 1200, height: 560, devicePixelRatio: 2 }

/** A PNG with title and legend, of one size whatever the screen's. */
async function pictureOf(description: Description, token: Token): Promise<Blob> {
  const chart = init(document.createElement('div'), null, PICTURE)
  const text = { color: token('--t1'), fontFamily: token('--font') }
  chart.setOption({
    ...optionOf(description, token),
    backgroundColor: token('--panel'),
    title: { text: description.label, left: 24, top: 20, textStyle: { ...text, fontSize: 18 } },
    legend: { right: 24, top: 22, textStyle: text, data: description.series.map(({ name }) => name) },
    grid: { ...gridOf(description), left: 24, right: 24, top: 92, bottom: 20 },
  } satisfies Option)
  const canvas = chart.renderToCanvas()
  chart.dispose()
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the picture is too large')))),
  )
}
