/** How many devices there are of every type, the most frequent first. */
export function countTypes(devices: readonly { deviceType: string }[]): { type: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { deviceType } of devices) counts.set(deviceType, (counts.get(deviceType) ?? 0) + 1)
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .toSorted((one, other) => other.count - one.count)
}
