import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

import { repository } from '../tools/processes.ts'

/** A button that requests the captcha, and the component's final result. */
const page = `
import React from 'react'
import { createRoot } from 'react-dom/client'
import { Captcha } from 'aj-captcha-react'

const { api, type } = Object.fromEntries(new URLSearchParams(location.search))

function Page() {
  const captcha = React.useRef()
  const [result, show] = React.useState('')
  return React.createElement(React.Fragment, null,
    React.createElement(Captcha, { ref: captcha, path: api, type, onSuccess: (data) => show(JSON.stringify(data)) }),
    React.createElement('button', { onClick: () => captcha.current.verify() }, '开始验证'),
    React.createElement('output', null, result))
}

createRoot(document.body.appendChild(document.createElement('main'))).render(React.createElement(Page))
`

const entry = 'stock-client-page'

const asEntry: Plugin = {
  name: entry,
  resolveId: (id) => (id === entry ? join(repository, 'e2e/page.js') : null),
  load: (id) => (id === join(repository, 'e2e/page.js') ? page : null),
}

/** Serves a page with the unmodified package aj-captcha-react, which includes the React version that it requires. */
export async function serveStockClient(port: number): Promise<() => Promise<void>> {
  const own = (name: string) => join(repository, 'node_modules/aj-captcha-react/node_modules', name)
  const built = (await build({
    configFile: false,
    root: repository,
    logLevel: 'silent',
    plugins: [asEntry],
    resolve: { alias: { react: own('react'), 'react-dom': own('react-dom') } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput
  const [script] = built.output
  const style = built.output.find((each) => each.fileName.endsWith('.css'))
  const css = style?.type === 'asset' ? String(style.source) : ''
  const html = `<!doctype html><meta charset="utf-8"><style>${css}</style><body><script type="module" src="/page.js"></script>`
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`)
    response.end(isScript ? script.code : html)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return async () => {
    server.close()
    await once(server, 'close')
  }
}
