/** What the server tells every browser by `/config.js` before anybody has signed in. */
export type ClientConfig = {
  /** Base address of the ERP-style and captcha calls, and of the `/sys` family (spec 1 §7.1). */
  apiBase: string
  systemApiBase: string
  /** 备案号 in the login page's footer; '' shows none. */
  filingNumber: string
  /** What the QR code of the app download says; '' hides the menu. */
  appDownloadUrl: string
  captchaType: 'blockPuzzle' | 'clickWord'
  /** OpenID Connect providers that people may sign in with. */
  providers: { id: string; title: string }[]
}
