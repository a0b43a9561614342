import { lazy, Suspense } from 'react'
import { clientConfig } from '../../../lib/client-config.ts'
import { SliderCaptcha } from './SliderCaptcha.tsx'
import type { CaptchaProps } from './use-puzzle.ts'
import './captcha.css'

/** Only where the operator chose it, so the login page does not carry it. */
const ClickWordCaptcha = lazy(async () => ({
  default: (await import('./ClickWordCaptcha.tsx')).ClickWordCaptcha,
}))

/** The captcha in inline mode, of the type that the operator chose. */
export function Captcha(props: CaptchaProps) {
  return clientConfig().captchaType === 'clickWord' ? (
    <Suspense>
      <ClickWordCaptcha {...props} />
    </Suspense>
  ) : (
    <SliderCaptcha {...props} />
  )
}
