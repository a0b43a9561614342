/** Label sizes on an A4 sheet, in millimetres; the common self-adhesive sheets. */
export const labelSizes = {
  large: { title: '大 105 × 57 mm', columns: 2, rows: 5, width: 105, height: 57, qr: 38 },
  medium: { title: '中 70 × 37 mm', columns: 3, rows: 8, width: 70, height: 37, qr: 27 },
  small: { title: '小 52.5 × 29.7 mm', columns: 4, rows: 10, width: 52.5, height: 29.7, qr: 21 },
} as const

export type LabelSize = keyof typeof labelSizes

/** The labels of each sheet; the first sheet skips the positions that are already used. */
export function sheetsOf<T>(labels: readonly T[], size: LabelSize, used: number): (T | null)[][] {
  const { columns, rows } = labelSizes[size]
  const places = columns * rows
  const all = [...Array.from({ length: Math.min(Math.max(0, used), places - 1) }, () => null), ...labels]
  return Array.from({ length: Math.ceil(all.length / places) }, (_each, at) =>
    all.slice(at * places, (at + 1) * places),
  )
}
