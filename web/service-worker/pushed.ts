/** Where messages are, if a notification names no page. */
const MESSAGES = '#/system/tidings'

export type Shown = { title: string; text: string; link: string; number: string }

/** What a push says, by the server's `pushTo`; a link is one within the product. */
export function shownOf(data: unknown): Shown {
  const given: Record<string, unknown> = typeof data === 'object' && data !== null ? { ...data } : {}
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '')
  const link = text('link')
  return {
    title: text('title') || '新消息',
    text: text('text'),
    link: link.startsWith('#/') ? link : MESSAGES,
    number: text('number'),
  }
}
