export type Input = Record<string, unknown>

type Answer = {
  success?: boolean
  result_code?: string
  result?: unknown
  result_data?: unknown
  repData?: unknown
}

/** The answer of the API to the holder of this token; throws an error with the whole answer if it refuses. */
export async function callApi<T>(
  method: 'get' | 'post' | 'put',
  path: string,
  input: Input = {},
  token?: string,
): Promise<T> {
  const address = new URL(`/api${path}`, process.env.HELIODESK_URL)
  if (method === 'get')
    for (const [name, value] of Object.entries(input)) address.searchParams.set(name, String(value))
  const response = await fetch(address, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json', ...(token !== undefined && { 'x-access-token': token }) },
    ...(method !== 'get' && { body: JSON.stringify(input) }),
  })
  const answer = (await response.json()) as Answer
  if (answer.success !== true && answer.result_code !== '1')
    throw new Error(`${path} answers ${response.status} ${JSON.stringify(answer)}`)
  return (answer.result ?? answer.result_data ?? answer.repData) as T
}
