import type pg from 'pg'

/** How one attempt of a person ended; unknown where even its repeats were lost in transit. */
export type Fate = 'acknowledged' | 'refused' | 'unknown'

type Account = Record<Fate, number>

/** What became of everything that people tried, by ticket, person and action. */
export class Tally {
  readonly #accounts = new Map<string, Account>()
  readonly sum: Account & { begun: number; repeated: number; toldAgain: number } = {
    begun: 0,
    acknowledged: 0,
    refused: 0,
    unknown: 0,
    repeated: 0,
    toldAgain: 0,
  }
  readonly refusals = new Map<string, number>()

  note(ticketId: string, personId: string, action: string, fate: Fate): void {
    const key = `${ticketId} ${personId} ${action}`
    const account = this.#accounts.get(key) ?? { acknowledged: 0, refused: 0, unknown: 0 }
    account[fate] += 1
    this.#accounts.set(key, account)
    this.sum[fate] += 1
  }

  refusedFor(says: string): void {
    this.refusals.set(says, (this.refusals.get(says) ?? 0) + 1)
  }

  /**
   * The acknowledged ones that the histories of tickets do not have, and those that these have too often; of the latter
   * only a tally at rest knows.
   */
  async compare(owner: pg.Pool, tenantId: number): Promise<{ lost: string[]; doubled: string[] }> {
    const accounts = structuredClone(this.#accounts)
    const { rows } = await owner.query<{ key: string; count: number }>(
      `select concat_ws(' ', ticket_id, actor_id, action) as key, count(*)::int as count from ticket_event
       where tenant_id = $1 and action <> 'create' group by 1`,
      [tenantId],
    )
    const stored = new Map(rows.map(({ key, count }) => [key, count]))
    const lost = [...accounts].flatMap(([key, { acknowledged }]) => {
      const missing = acknowledged - (stored.get(key) ?? 0)
      return missing > 0 ? `${key}: ${missing}` : []
    })
    const doubled = [...stored].flatMap(([key, count]) => {
      const { acknowledged, unknown } = accounts.get(key) ?? { acknowledged: 0, unknown: 0 }
      return count > acknowledged + unknown ? `${key}: ${count - acknowledged - unknown}` : []
    })
    return { lost, doubled }
  }
}
