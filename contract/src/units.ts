/* Energy is stored in kWh, and yearly amounts are shown in 10,000 kWh (万kWh): such fields are divided by 10,000
   for display and multiplied for submission (spec 2 §5). The arithmetic is decimal throughout, so binary rounding
   errors such as 0.1 + 0.2 cannot occur. */

/** 10,000 as a shift of the decimal point. */
const SHIFT = 4
const SHOWN_DECIMALS = 6

/** Whether a field of this name is stored and shown in different units. */
export const isConverted = (field: string): boolean =>
  field.endsWith('Electric') || field === 'powerLossDeviation'

type Amount = number | string

/** Converts a stored amount for display: divided by 10,000, rounded half up, with 6 decimals. null stays null. */
export function shownAmount(stored: Amount): string
export function shownAmount(stored: Amount | null): string | null
export function shownAmount(stored: Amount | null): string | null {
  if (stored === null) return null
  return written(rounded(shifted(digitsOf(stored), -SHIFT), SHOWN_DECIMALS), SHOWN_DECIMALS)
}

/** Converts a shown amount for storage: multiplied by 10,000, exactly. null stays null. */
export function storedAmount(shown: Amount): number
export function storedAmount(shown: Amount | null): number | null
export function storedAmount(shown: Amount | null): number | null {
  if (shown === null) return null
  const stored = shifted(digitsOf(shown), SHIFT)
  return Number(written(stored, Math.max(0, stored.scale)))
}

type ConvertedField = `${string}Electric` | 'powerLossDeviation'
type Displayed<R> = { [F in keyof R]: F extends ConvertedField ? string | Exclude<R[F], number> : R[F] }
type Submitted<R> = { [F in keyof R]: F extends ConvertedField ? number | Exclude<R[F], string> : R[F] }

/** A record for display: its converted fields as text with 6 decimals, all others unchanged. */
export const forDisplay = <R extends object>(record: R) => withAmounts(record, shownAmount) as Displayed<R>

/** A record for submission: its converted fields as stored numbers, all others unchanged. */
export const forSubmit = <R extends object>(record: R) => withAmounts(record, storedAmount) as Submitted<R>

const withAmounts = (record: object, convert: (amount: Amount) => unknown): object =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]: [string, unknown]) => [
      field,
      isConverted(field) && isAmount(value) ? convert(value) : value,
    ]),
  )

const isAmount = (value: unknown): value is Amount =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && NUMBER.test(value.trim())

/** `units` × 10 to the power of −`scale`. */
type Decimal = { units: bigint; scale: number }

const NUMBER = /^([+-]?)(?=[\d.])(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/** Throws a RangeError for text that is no number. */
function digitsOf(amount: Amount): Decimal {
  const found = NUMBER.exec(String(amount).trim())
  const [, sign, whole = '', fraction = '', power = '0'] = found ?? []
  if (!found || whole + fraction === '') throw new RangeError(`not a number: ${amount}`)
  return {
    units: BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`),
    scale: fraction.length - Number(power),
  }
}

const shifted = ({ units, scale }: Decimal, by: number): Decimal => ({ units, scale: scale - by })

function rounded({ units, scale }: Decimal, decimals: number): Decimal {
  if (scale <= decimals) return { units: units * 10n ** BigInt(decimals - scale), scale: decimals }
  const unit = 10n ** BigInt(scale - decimals)
  const size = units < 0n ? -units : units
  const up = (size * 2n + unit) / (unit * 2n)
  return { units: units < 0n ? -up : up, scale: decimals }
}

function written(amount: Decimal, decimals: number): string {
  const { units } = rounded(amount, decimals)
  const text = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = text.slice(0, text.length - decimals)
  const sign = units < 0n ? '-' : ''
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-decimals)}`
}
