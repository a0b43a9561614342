import type { Harness } from './harness.ts'

type Fields = Record<string, unknown>

/** What such a client stores after sign-in and merges into its requests (spec 1 §3, §7.1). */
type Kept = { token: string; user: Fields }

/** What a client reads: the whole answer, as its interceptor returns it. */
export type Read = Fields & { status: number }

/**
 * A stock client of the Jeecg family with the specification's conventions, as seen by the server. It merges the
 * caller's context into every body and query string, including null and '' (only null is omitted from a query string).
 * It sends a list in the query string as `name[]`, and reads `success` and `result` whatever the HTTP status.
 */
export class StockClient {
  readonly #harness: Harness
  #kept: Kept | null = null

  constructor(harness: Harness) {
    this.#harness = harness
  }

  /** Uses this sign-in from now on; null is no session. */
  keep(result: unknown): void {
    const { token, userInfo } = result as { token: string; userInfo: Fields }
    this.#kept = { token, user: userInfo }
  }

  get(path: string, params: Fields = {}): Promise<Read> {
    const time = path.includes('sys/dict/getDictItems') ? {} : { _t: 1_795_000_000 }
    return this.#send('GET', path, { ...this.#whoAsks(), ...time, ...params })
  }

  delete(path: string, params: Fields): Promise<Read> {
    return this.#send('DELETE', path, params)
  }

  post(path: string, data?: Fields): Promise<Read> {
    return this.#send('POST', path, {}, data && { ...this.#context(), ...data })
  }

  put(path: string, data: Fields): Promise<Read> {
    return this.#send('PUT', path, {}, { ...this.#context(), ...data })
  }

  /** Uploads a file with other form fields, in this order: the field `file` holds the file. */
  async upload(path: string, fields: readonly (readonly [string, string | Blob])[]): Promise<Read> {
    const form = new FormData()
    for (const [name, value] of fields)
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, value, 'report.txt')
    const multipart = new Response(form)
    const { status, body } = await this.#harness.request('POST', path, {
      body: Buffer.from(await multipart.arrayBuffer()),
      headers: { ...this.#headers(), 'content-type': multipart.headers.get('content-type')! },
    })
    return { ...body, status }
  }

  #whoAsks(): Fields {
    return this.#kept ? { userAccount: this.#kept.user.username, orgCode: this.#kept.user.orgCode } : {}
  }

  #context(): Fields {
    if (!this.#kept) return {}
    const { token, user } = this.#kept
    const { dataRoles, id, username, workNo, orgCode, needHandover, hasAllData, tenantId } = user
    return {
      dataRoles,
      userId: id,
      userAccount: username,
      workNo,
      orgCode,
      needHandover,
      hasAllData,
      sysTenantId: tenantId,
      lang: 'zh_CN',
      token,
    }
  }

  #headers(): Record<string, string> {
    const { token, user } = this.#kept ?? { token: '', user: { tenantId: 0 } }
    return {
      'client-type': 'web',
      'device-id': 'stock',
      sys_code: '901',
      'tenant-id': String(user.tenantId),
      ...(token ? { 'X-Access-Token': token, token } : {}),
    }
  }

  async #send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, params: Fields, data?: Fields) {
    const query = queryOf(params)
    const { status, body } = await this.#harness.request(method, query ? `${path}?${query}` : path, {
      headers: { ...this.#headers(), ...(data ? { 'content-type': 'application/json;charset=UTF-8' } : {}) },
      ...(data ? { body: JSON.stringify(data) } : {}),
    })
    return { ...body, status }
  }
}

function queryOf(params: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value])
      query.append(Array.isArray(value) ? `${name}[]` : name, String(each))
  }
  return query.toString()
}
