import { useMemo } from 'react'
import css from './chart.module.css'
import { useDrawing } from './use-drawing.ts'

/** The course of a few values beside their number, as decoration: a large chart has the values. */
export function Spark({ values }: { values: readonly number[] }) {
  const { ref } = useDrawing(
    useMemo(
      () => ({
        label: '',
        points: { title: '', names: values.map((_value, at) => `${at}`) },
        unit: '',
        series: [{ name: '', kind: 'line', tone: 'expected', values }],
        breaksOutliers: true,
        bare: true,
      }),
      [values],
    ),
  )
  return <div className={css.spark} ref={ref} aria-hidden />
}
