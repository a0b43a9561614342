import { Timer } from 'lucide-react'
import { BANDS } from './figures.ts'
import './bands.css'
import css from './marks.module.css'

/** 抢修或陪停 */
export const Diamond = () => (
  <svg className={css.diamond} width="10" height="10" viewBox="-5 -5 10 10" aria-hidden>
    <path d="M0-4.6 4.6 0 0 4.6-4.6 0z" />
  </svg>
)

/** What the colours of the tiles mean, and their marks. */
export const TileLegend = ({ coloured }: { coloured: boolean }) => (
  <div className={css.legend}>
    {coloured && (
      <span className={css.scale}>
        <Bands />
        <span className={css.steps}>
          {BANDS.map((least) => (
            <span key={least}>{least}</span>
          ))}
        </span>
      </span>
    )}
    <span>每 MW 损失 kWh/h</span>
    <span className={css.mark}>
      <Diamond />
      抢修陪停
    </span>
    <span className={css.mark}>
      <Late />
      超时工单
    </span>
  </div>
)

/** The colours alone, where little room is; the tooltip has the figures. */
export const ShortLegend = () => (
  <div className={css.short} title={`颜色是每 MW 的损失，${BANDS.join('、')} kWh/h 起各深一级`} data-short>
    <Bands />
    损失
  </div>
)

const Bands = () => (
  <span className={css.bands} aria-hidden>
    {[0, ...BANDS].map((least, at) => (
      <i key={least} style={{ background: `var(--c-av-${at})` }} />
    ))}
  </span>
)

/** 超时工单 */
export const Late = () => <Timer className={css.timer} aria-hidden />
