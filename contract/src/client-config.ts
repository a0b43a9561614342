/** What the server tells every browser by `/config.js` before anybody has signed in. */
export type ClientConfig = {
  /** Base address of the ERP-style and captcha calls, and of the `/sys` family (spec 1 §7.1). */
  apiBase: string
  systemApiBase: string
  /** The company's name for the product, where the browser was signed in to it before or there is one company only. */
  productName: string
  /** The company's mark by a signed link; null shows the product's own. */
  logoUrl: string | null
  /** What the product is about, by the pages that it has, such as 工单. */
  areas: string[]
  /** 备案号 in the login page's footer; '' shows none. */
  filingNumber: string
  /** Whether people may sign in by a code that comes by SMS. */
  phoneLogin: boolean
  /** What the QR code of the app download says; '' hides the menu. */
  appDownloadUrl: string
  captchaType: 'blockPuzzle' | 'clickWord'
  /** Address of map tiles with {z}, {x} and {y}; '' draws maps without any. */
  mapTileUrl: string
  /** Whom the tiles are by, as their licence wants it said on every map; '' says nothing. */
  mapTileAttribution: string
  /** OpenID Connect providers that people may sign in with. */
  providers: { id: string; title: string }[]
}
