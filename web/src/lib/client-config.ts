import type { ClientConfig } from '@heliodesk/contract/client-config.ts'

declare global {
  interface Window {
    /** Set by the server's /config.js, so that changing the operator's settings needs no rebuild. */
    __HELIODESK__?: ClientConfig
  }
}

const UNCONFIGURED: ClientConfig = {
  apiBase: '/api',
  systemApiBase: '/api',
  productName: '光伏运维管理平台',
  logoUrl: null,
  areas: [],
  filingNumber: '',
  phoneLogin: true,
  appDownloadUrl: '',
  captchaType: 'blockPuzzle',
  providers: [],
  mapTileUrl: '',
  mapTileAttribution: '',
}

export const clientConfig = (): ClientConfig => window.__HELIODESK__ ?? UNCONFIGURED
