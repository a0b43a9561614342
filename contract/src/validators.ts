/* Input checks with messages from the specification (spec 1 §5, 2 §5). A check of a number returns the error, or
   null. An empty field passes, because its form decides whether it is required. */
type Typed = string | number | null | undefined

function numberCheck(shape: RegExp, least: number, fault: string) {
  return (typed: Typed): string | null => {
    const text = String(typed ?? '').trim()
    if (text === '') return null
    return shape.test(text) && Number(text) >= least && Number(text) <= 100 ? null : fault
  }
}

const WHOLE = /^\d+$/
const TENTHS = /^\d+(\.\d)?$/

export const wholeTo100Fault = numberCheck(WHOLE, 0, '请输入0~100的正整数')
export const tenthsTo100Fault = numberCheck(TENTHS, 0, '请输入0~100的数字且精度0.1')
export const wholeFrom1To100Fault = numberCheck(WHOLE, 1, '请输入1~100的正整数')

/** Whether a text is a web address: http or https, nothing else. */
export const isUrl = (text: string): boolean => /^https?:\/\/\S+$/i.test(text)

/** Whether a text is a link out of the product: http, https, mailto or tel, nothing else. */
export const isExternalLink = (text: string): boolean => isUrl(text) || /^(mailto|tel):\S+$/i.test(text)

/** Converts a text that looks like a whole number; any other is unchanged. */
export const numberIfWhole = (text: string): number | string =>
  /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text
