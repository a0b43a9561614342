const server = { target: process.env.HELIODESK_API ?? 'http://127.0.0.1:8080', xfwd: true }

/** What a page that Vite serves asks of the server. */
export const apiProxy = { '/api': server, '/config.js': server }
