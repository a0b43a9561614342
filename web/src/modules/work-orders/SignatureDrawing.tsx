import {
  SIGNATURE,
  strokesIn,
  type OrderSignature,
  type Strokes,
} from '@heliodesk/contract/order-signatures.ts'

const pathOf = (stroke: readonly number[]): string => {
  const points = Array.from(
    { length: stroke.length / 2 },
    (_each, n) => `${stroke[2 * n]} ${stroke[2 * n + 1]}`,
  )
  // A tap is a dot.
  return points.length === 1 ? `M${points[0]}h1` : `M${points.join('L')}`
}

/** The strokes of a signature in the colour of the text. */
export const SignatureStrokes = ({ strokes }: { strokes: Strokes }) => (
  <path
    d={strokes.map(pathOf).join('')}
    fill="none"
    stroke="currentColor"
    strokeWidth={9}
    strokeLinecap="round"
    strokeLinejoin="round"
  />
)

type SignatureDrawingProps = Pick<OrderSignature, 'name' | 'strokes'> & { className?: string | undefined }

/** A signature as it was written; a name that was typed, as a text. */
export const SignatureDrawing = ({ name, strokes, className }: SignatureDrawingProps) =>
  strokes === '' ? (
    <i className={className}>{name}</i>
  ) : (
    <svg
      className={className}
      viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
      role="img"
      aria-label={`${name} 的签名`}
    >
      <SignatureStrokes strokes={strokesIn(strokes)} />
    </svg>
  )
