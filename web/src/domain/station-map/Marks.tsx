import { Timer } from 'lucide-react'
import { BANDS } from './figures.ts'
import css from './marks.module.css'

/** 抢修或陪停 */
export const Diamond = () => (
  <svg className={css.diamond} width="10" height="10" viewBox="-5 -5 10 10" aria-hidden>
    <path d="M0-4.6 4.6 0 0 4.6-4.6 0z" />
  </svg>
)

type TileLegendProps = { coloured: boolean; short?: boolean }

/** What the colours and marks of the tiles mean; the short one leaves the colours to its tooltip. */
export const TileLegend = ({ coloured, short = false }: TileLegendProps) => (
  <div
    className={css.legend}
    title={short ? `每 MW 损失越多颜色越深，${BANDS.join('、')} kWh/h 起各深一级` : undefined}
  >
    {coloured && !short && (
      <span className={css.scale}>
        <span className={css.bands} aria-hidden>
          {[...BANDS, Infinity].map((_least, at) => (
            <i key={at} className={css[`band${at}`]} />
          ))}
        </span>
        <span className={css.steps}>
          {BANDS.map((least) => (
            <span key={least}>{least}</span>
          ))}
        </span>
      </span>
    )}
    {!short && <span>每 MW 损失 kWh/h</span>}
    <span className={css.mark}>
      <Diamond />
      {short ? '抢修' : '抢修陪停'}
    </span>
    <span className={css.mark}>
      <Timer className={css.timer} aria-hidden />
      {short ? '超时' : '超时工单'}
    </span>
  </div>
)
