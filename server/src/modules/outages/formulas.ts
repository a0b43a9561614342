/* Lost energy (domain.md §5). */

type Step = { irradiance: number; hours: number; share: number }

/** Σ P_out·G/1000·τ·PR, capped by the AC rating; what was still produced is taken off. */
export function lostByIrradiance(
  steps: readonly Step[],
  {
    capacityKwp,
    acKw,
    pr,
    producedKwh,
  }: { capacityKwp: number; acKw: number | null; pr: number; producedKwh: number },
): number {
  const expected = steps.reduce((sum, { irradiance, hours, share }) => {
    const power = Math.min((capacityKwp * irradiance * pr) / 1000, acKw ?? Infinity)
    return sum + power * share * hours
  }, 0)
  return Math.max(0, expected - producedKwh)
}

/** The median yield of healthy devices, kWh/kW. */
export function yieldOfPeers(peers: readonly { kw: number; kwh: number }[]): number {
  const yields = peers.map(({ kw, kwh }) => kwh / kw).toSorted((a, b) => a - b)
  const middle = yields.length / 2
  return ((yields[Math.ceil(middle) - 1] ?? 0) + (yields[Math.floor(middle)] ?? 0)) / 2
}

type Window = { id: string; rank: number; from: number; until: number; share: number }

/**
 * What each window counts of its device. Where several hold at once, the one that goes first counts wholly, and those
 * after it only what they take out beyond it.
 */
export function counted(
  windows: readonly Window[],
): Map<string, { from: number; until: number; share: number }[]> {
  const edges = [...new Set(windows.flatMap(({ from, until }) => [from, until]))].toSorted((a, b) => a - b)
  const inOrder = windows.toSorted((a, b) => a.rank - b.rank || Number(a.id) - Number(b.id))
  const pieces = new Map<string, { from: number; until: number; share: number }[]>(
    windows.map(({ id }) => [id, []]),
  )
  edges.slice(1).forEach((until, at) => {
    const from = edges[at] ?? until
    let taken = 0
    for (const each of inOrder) {
      if (each.from > from || each.until < until) continue
      const share = Math.max(0, each.share - taken)
      taken = Math.max(taken, each.share)
      const own = pieces.get(each.id) ?? []
      const last = own.at(-1)
      if (last && last.until === from && last.share === share) last.until = until
      else own.push({ from, until, share })
    }
  })
  return pieces
}
