import type { WebModule } from '../../lib/web-module.ts'

export const templates: WebModule = {
  pages: {
    'templates/TemplatePage': async () => ({ Page: (await import('./TemplatePage.tsx')).TemplatePage }),
  },
}
