import { LogIn } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const signInLog: WebModule = {
  pages: {
    'sign-in-log/SignInLogPage': () => import('./SignInLogPage.tsx').then((m) => ({ Page: m.SignInLogPage })),
  },
  icons: { 'log-in': LogIn },
}
