/* Field errors before anything is sent, in the words of spec 1 §5. The patterns duplicate the contract's, for the
   reason given in calls.ts; `calls.test.ts` compares them. */
export const PHONE = /^1[3-9]\d{9}$/
export const PASSWORD = /^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z\d])[!-~]{8,14}$/
export const PASSWORD_FAULT = '密码必须包含数字、字母及特殊符号，长度8-14位，不允许有空格！'

export function phoneFault(mobile: string): string | undefined {
  if (mobile === '') return '手机号码不能为空'
  return PHONE.test(mobile) ? undefined : '请输入正确的手机号'
}

export const codeFault = (code: string): string | undefined => (code === '' ? '验证码不能为空' : undefined)

export function newPasswordFault(password: string): string | undefined {
  if (password === '') return '请输入新密码!'
  return PASSWORD.test(password) ? undefined : PASSWORD_FAULT
}

/** The two forms for a new password use different texts. */
const REPETITION_FAULTS = {
  chosen: { missing: '请确认新密码!', differs: '两次输入的密码不一致!' },
  forced: { missing: '请输入确认新密码', differs: '两次密码不一致！' },
}

/** `forced` is the change after the first sign-in. */
export function repetitionFault(
  repetition: string,
  password: string,
  wording: keyof typeof REPETITION_FAULTS = 'chosen',
): string | undefined {
  const { missing, differs } = REPETITION_FAULTS[wording]
  if (repetition === '') return missing
  return repetition === password ? undefined : differs
}

/** The parts of the password rule, ticked while the user types. */
export const passwordParts = (password: string): { text: string; met: boolean }[] => [
  { text: '8–14 位', met: password.length >= 8 && password.length <= 14 },
  { text: '字母', met: /[A-Za-z]/.test(password) },
  { text: '数字', met: /\d/.test(password) },
  { text: '特殊符号', met: /[^A-Za-z\d]/.test(password) && /^[!-~]*$/.test(password) },
]

/** The first three digits, four stars, the last four digits (spec 1 §2.8). */
export const masked = (mobile: string): string => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** Normalizes a pasted number: removes spaces, dashes and the country code. */
export const tidied = (typed: string): string =>
  typed.replace(/[\s-]/g, '').replace(/^(?:\+|00)86(?=1\d{10}$)/, '')
