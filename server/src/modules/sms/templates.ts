/** What a message says, for providers that send the text itself. */
export const templates = {
  login: ({ code }: Params) => `您的登录验证码为 ${code}，10 分钟内有效，请勿告知他人。`,
  forgot: ({ code }: Params) => `您正在找回密码，验证码为 ${code}，10 分钟内有效，请勿告知他人。`,
  change: ({ code }: Params) => `您正在修改密码，验证码为 ${code}，10 分钟内有效，请勿告知他人。`,
}

type Params = Record<string, string>

export type Template = keyof typeof templates
