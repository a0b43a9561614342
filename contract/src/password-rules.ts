import { z } from 'zod'
import { named } from './fields.ts'

/** A mainland mobile number (spec 1 §5). */
export const phonePattern = /^1[3-9]\d{9}$/

/** A mobile number with its middle hidden. */
export const maskedPhonePattern = /^1[3-9]\d\*{4}\d{4}$/

/** The first three digits, four stars, the last four digits (spec 1 §2.8). */
export const maskPhone = (phone: string): string => phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2')

/** Letters, digits and a special symbol, 8 to 14 printable ASCII characters, no space (spec 1 §5). */
export const passwordPattern = /^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z\d])[!-~]{8,14}$/

export const PASSWORD_RULE = '密码必须包含数字、字母及特殊符号，长度8-14位，不允许有空格！'

/** The rule for passwords chosen by people. */
export const newPassword = z.string().regex(passwordPattern, PASSWORD_RULE)

export const mobile = named(
  '手机号',
  z.string().min(1, '手机号码不能为空').regex(phonePattern, '请输入正确的手机号'),
)

/** A code sent by SMS, or the text that stands for a verified one. */
export const smsCode = named('验证码', z.string().min(1, '验证码不能为空').max(64))
