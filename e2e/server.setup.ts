import { findBrowser } from '../tools/browser.ts'
import { findFreePort } from '../tools/processes.ts'
import { isWebBuilt } from '../tools/web-build.ts'
import { startDemoServer } from './demo-server.ts'
import { buildGallery } from './gallery-host.ts'

/**
 * Starts one server with a new demo database for all journeys, and the gallery. The workers are started afterwards and inherit
 * HELIODESK_URL, HELIODESK_DATA_DIR, HELIODESK_DATABASE (the owner's address), HELIODESK_FRAMES,
 * HELIODESK_GALLERY, HELIODESK_LOGINS (see demo-logins) and HELIODESK_BROWSER.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  if (!process.env.HELIODESK_PRODUCT && !isWebBuilt())
    throw new Error('web/dist is missing or out of date: run "npm run build" first.')
  process.env.HELIODESK_BROWSER ??= (await findBrowser()).executablePath
  // An address where a journey may serve its own frame.
  const frames = `http://127.0.0.1:${await findFreePort()}`
  const [{ address, dataFolder, database, logins, stop }, gallery] = await Promise.all([
    startDemoServer((own) => ({
      APP_DOWNLOAD_URL: `${own}/app`,
      FILING_NUMBER: '京ICP备00000000号-1',
      FRAME_SOURCES: frames,
      // A journey receives webhooks itself.
      WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
      // One sister system is the journeys' own server.
      SISTER_SOURCES: `https://*.sister.test,${own}`,
      ERP_FORMS: JSON.stringify([
        {
          tenant: '示范光伏',
          businessType: 'purchase',
          url: 'https://erp.sister.test/form',
          formId: 'PUR',
          app: 'scm',
        },
      ]),
    })),
    buildGallery(),
  ])
  process.env.HELIODESK_FRAMES = frames
  process.env.HELIODESK_LOGINS = JSON.stringify(logins)
  process.env.HELIODESK_URL = address
  process.env.HELIODESK_DATA_DIR = dataFolder
  process.env.HELIODESK_DATABASE = database
  process.env.HELIODESK_GALLERY = await gallery.serve(address)
  return async () => {
    await gallery.close()
    await stop()
  }
}
