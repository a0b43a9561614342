/** The texts of messages, for providers that send the text itself. */
export const templates = {
  login: ({ code }: Params) => `您的登录验证码为 ${code}，10 分钟内有效，请勿告知他人。`,
  forgot: ({ code }: Params) => `您正在找回密码，验证码为 ${code}，10 分钟内有效，请勿告知他人。`,
  /** What the person is told of, beside the product. */
  message: ({ title = '' }: Params) => title,
  change: ({ code }: Params) => `您正在修改密码，验证码为 ${code}，10 分钟内有效，请勿告知他人。`,
}

type Params = Record<string, string>

export type Template = keyof typeof templates

/** A masked phone number: `138****5678`. */
export const maskPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`
