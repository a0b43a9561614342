import { errorCodes, type FastifyInstance } from 'fastify'
import { InvalidInput } from './errors.ts'

/** No valid input is nested deeper; code that walks over an input may rely on it. */
const MOST_LEVELS = 20
/** Commas and opening brackets: more than the longest list of any call needs. */
const MOST_MARKS = 50_000

/**
 * Parses bodies: JSON, or upload forms; an empty body of any type counts as none. A body nested deeper or with more
 * values than any input may have is refused before it is parsed.
 */
export function takeBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const empty = headers['content-length'] === '0' || headers['content-length'] === undefined
    if (empty && headers['transfer-encoding'] === undefined) delete headers['content-type']
    done()
  })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null)
    if (!isModest(body)) return done(new InvalidInput('参数有误：请求体：嵌套过深，或内容过多'))
    void parse(request, body, (error, value) =>
      done(error && isJson(body) ? new InvalidInput('参数有误：请求体：含有不允许的字段名') : error, value),
    )
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    done(body.length === 0 ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  })
}

/** Whether refused JSON is valid: then it has `__proto__` or `constructor.prototype`, which could alter prototypes. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = Buffer.from('"\\,[]{}')

/** Whether a JSON text has few enough levels and values, found by scanning its punctuation only. */
function isModest(text: string): boolean {
  let levels = 0
  let marks = 0
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at)
    if (mark === QUOTE) at = endOfText(text, at)
    else if (mark === COMMA) marks++
    else if (mark === OPEN || mark === OPEN_LIST) {
      marks++
      if (++levels > MOST_LEVELS) return false
    } else if (mark === CLOSE || mark === CLOSE_LIST) levels--
    if (marks > MOST_MARKS) return false
  }
  return true
}

/** The index of the quote that closes the one at `start`. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}
