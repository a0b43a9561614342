export const UNITS = { working: '个工作日', day: '天', hour: '小时', minute: '分钟' } as const

export type Unit = keyof typeof UNITS

/** How long something may take; `text` is a duration of another form. */
export type Delay = { unit: Unit; amount: number } | { text: string }

const FORMS = [
  ['day', /^P(\d+)D$/],
  ['hour', /^PT(\d+)H$/],
  ['minute', /^PT(\d+)M$/],
] as const

export function delayOf(duration: string | undefined, workingDays: string | undefined): Delay | null {
  if (workingDays && /^\d+$/.test(workingDays)) return { unit: 'working', amount: Number(workingDays) }
  const text = (workingDays || duration)?.trim() ?? ''
  if (text === '') return null
  for (const [unit, form] of FORMS) {
    const amount = form.exec(text)?.[1]
    if (amount) return { unit, amount: Number(amount) }
  }
  return { text }
}

type Written = { duration: string | undefined; workingDays: string | undefined }

/** A duration as ISO 8601 writes it, or a number of working days. */
export function writtenDelay(delay: Delay | null): Written {
  if (!delay) return { duration: undefined, workingDays: undefined }
  if ('text' in delay) return { duration: delay.text, workingDays: undefined }
  const { unit, amount } = delay
  if (unit === 'working') return { duration: undefined, workingDays: String(amount) }
  const duration = unit === 'day' ? `P${amount}D` : `PT${amount}${unit === 'hour' ? 'H' : 'M'}`
  return { duration, workingDays: undefined }
}
