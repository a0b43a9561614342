const HOUR_MS = 3_600_000
/** More than anybody would count. */
const MOST = 10_000

/** When this process failed unexpectedly, by the steady clock. */
let failures: number[] = []

export function countFailure(): void {
  if (failures.length < MOST) failures.push(performance.now())
}

/** How often this process failed unexpectedly within the last hour. */
export function failuresOfLastHour(): number {
  const since = performance.now() - HOUR_MS
  failures = failures.filter((at) => at >= since)
  return failures.length
}
