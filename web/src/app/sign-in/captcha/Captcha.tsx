import { clientConfig } from '../../../lib/client-config.ts'
import { ClickWordCaptcha } from './ClickWordCaptcha.tsx'
import { SliderCaptcha } from './SliderCaptcha.tsx'
import type { CaptchaProps } from './use-puzzle.ts'

/** The captcha in inline mode, of the type chosen by the operator. */
export function Captcha(props: CaptchaProps) {
  return clientConfig().captchaType === 'clickWord' ? (
    <ClickWordCaptcha {...props} />
  ) : (
    <SliderCaptcha {...props} />
  )
}
