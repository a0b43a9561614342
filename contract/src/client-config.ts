/** What the server sends to every browser in `/config.js` before sign-in. */
export type ClientConfig = {
  /** Base address of the ERP-style and captcha calls, and of the `/sys` family (spec 1 §7.1). */
  apiBase: string
  systemApiBase: string
  /** The company's product name, if the browser was signed in to the company before or there is only one company. */
  productName: string
  /** Signed link to the company's logo; null shows the product's own. */
  logoUrl: string | null
  /** The product's areas, named after its pages, such as 工单. */
  areas: string[]
  /** ICP filing number (备案号) in the login page's footer; '' shows none. */
  filingNumber: string
  /** Whether people can sign in with an SMS code. */
  phoneLogin: boolean
  /** Content of the app download QR code; '' hides the menu. */
  appDownloadUrl: string
  captchaType: 'blockPuzzle' | 'clickWord'
  /** URL of map tiles with {z}, {x} and {y}; '' draws maps without tiles. */
  mapTileUrl: string
  /** Attribution that the tiles' licence requires on every map; '' shows none. */
  mapTileAttribution: string
  /** OpenID Connect providers for sign-in. */
  providers: { id: string; title: string }[]
}
