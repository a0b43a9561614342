import css from './print.module.css'

const fills = { late: '#b42318', weak: '#b3c1d6', plain: '#4a6fa5' }

type BarOnPaper = {
  name: string
  value: number | null
  /** Above the bar; the value in words. */
  said: string
  /** Below what is demanded, or of less weight than the others. */
  tone?: keyof typeof fills
}

type BarsOnPaperProps = {
  label: string
  bars: readonly BarOnPaper[]
  /** The end of the scale; the greatest value without it. */
  top?: number
  /** A dashed line at this value. */
  target?: number
  /** The course of a share over the bars, in percent of the height. */
  running?: readonly number[]
}

const [WIDTH, HEIGHT, ABOVE, BELOW] = [680, 210, 18, 36]
const PLOT = HEIGHT - ABOVE - BELOW
const LETTER = 10
const FONT = 9.5

/** Bars for paper, in colours that differ in black and white too. */
export function BarsOnPaper({ label, bars, top, target, running }: BarsOnPaperProps) {
  const most = top ?? Math.max(1, ...bars.map(({ value }) => value ?? 0))
  const step = WIDTH / Math.max(bars.length, 6)
  const width = Math.min(42, step * 0.6)
  const yOf = (value: number) => ABOVE + PLOT * (1 - value / most)
  const middleOf = (at: number) => step * (at + 0.5)
  const runningAt = (share: number) => ABOVE + PLOT * (1 - share / 100)
  return (
    <figure className={css.bars}>
      <figcaption>{label}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} fontSize={FONT}>
        <g aria-hidden>
          <line x1={0} x2={WIDTH} y1={ABOVE + PLOT} y2={ABOVE + PLOT} stroke="#333" />
          {bars.map(
            ({ name, value, tone = 'plain' }, at) =>
              value !== null && (
                <rect
                  key={name}
                  x={middleOf(at) - width / 2}
                  y={yOf(value)}
                  width={width}
                  height={Math.max(0, ABOVE + PLOT - yOf(value))}
                  fill={fills[tone]}
                />
              ),
          )}
          {running && (
            <g stroke="#111" fill="#fff">
              <polyline
                fill="none"
                points={running.map((share, at) => `${middleOf(at)},${runningAt(share)}`).join(' ')}
              />
              {running.map((share, at) => (
                <circle key={at} cx={middleOf(at)} cy={runningAt(share)} r={2.5} />
              ))}
            </g>
          )}
          {target !== undefined && (
            <line x1={0} x2={WIDTH} y1={yOf(target)} y2={yOf(target)} stroke="#333" strokeDasharray="4 3" />
          )}
          {bars.map(({ name, value, said }, at) => (
            <g key={name} textAnchor="middle">
              <text
                x={middleOf(at)}
                y={yOf(value ?? 0) - 4}
                fill="#111"
                stroke="#fff"
                strokeWidth={3}
                paintOrder="stroke"
              >
                {said}
              </text>
              {linesOf(name, Math.floor(step / LETTER)).map((line, row) => (
                <text key={row} x={middleOf(at)} y={ABOVE + PLOT + 13 + row * 12} fill="#333">
                  {line}
                </text>
              ))}
            </g>
          ))}
        </g>
      </svg>
    </figure>
  )
}

/** A name in two lines of so many letters; what does not fit is cut. */
function linesOf(name: string, letters: number): string[] {
  const first = name.slice(0, letters)
  const rest = name.slice(letters)
  return rest === '' ? [first] : [first, rest.length > letters ? `${rest.slice(0, letters - 1)}…` : rest]
}
