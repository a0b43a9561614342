export const SUGGESTION_MAX = 200

/** A number from 0 to 100 with one decimal (spec 2 §5). */
export function scoreError(text: string): string | null {
  if (text.trim() === '') return '此项为必填项'
  return /^\d{1,3}(\.\d)?$/.test(text) && Number(text) <= 100 ? null : '请输入0~100的数字且精度0.1'
}
