/**
 * The code of a device from what was scanned or typed: a label holds a link to the device in the ledger, at whatever
 * address the product was reached when it was printed. Null for what is no device of ours.
 */
export function deviceCodeIn(scanned: string): string | null {
  const text = scanned.trim()
  if (/^https?:\/\//i.test(text)) {
    const query = /#\/[^?]*\?(.*)$/s.exec(text)?.[1]
    return (query === undefined ? null : new URLSearchParams(query).get('device')) || null
  }
  return text !== '' && text.length <= 64 && !/[\s/:]/.test(text) ? text : null
}
